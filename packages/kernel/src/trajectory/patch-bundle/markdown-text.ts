/** Text of strangers in Markdown: it shows as it is, and makes no link, heading or table. */
import { inertText } from "../../canonical/inert-text.ts";

/** In running text, on one line. */
export function markdownText(text: string): string {
  return oneLine(text).replace(/[\\`*_{}[\]<>()#+!|~&-]/g, "\\$&");
}

/** In backticks, on one line, whatever backticks it contains. */
export function markdownCode(text: string): string {
  const shown = oneLine(text);
  let longest = 0;
  for (const [run] of shown.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  // A space keeps backticks at the ends apart from the fence; renderers remove it.
  return longest === 0 && shown !== "" ? `\`${shown}\`` : `${fence} ${shown} ${fence}`;
}

function oneLine(text: string): string {
  return inertText(text).replace(/\s+/g, " ").trim();
}
