/**
 * Cuts long output to the size of one result: its beginning and its end, with a line between them
 * that says how much is missing. Only scrubbed text may be cut, or half a secret would pass.
 */
import { TEXT_LIMITS } from "@bazaar/kernel";

/** Room for the line that says what was left out. */
const LINE = 80;

export function cutOutput(text: string, limit: number = TEXT_LIMITS.output): string {
  if (text.length <= limit) return text;
  const half = Math.floor((limit - LINE) / 2);
  const head = whole(text.slice(0, half));
  const tail = whole(text.slice(-half));
  return `${head}\n[${text.length - head.length - tail.length} characters left out]\n${tail}`;
}

/** Without half a character at either end. */
function whole(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, "").replace(/^[\uDC00-\uDFFF]/, "");
}
