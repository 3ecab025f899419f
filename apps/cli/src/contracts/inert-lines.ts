/**
 * Text from outside, bounded and unable to imitate output of `fix`: on one line, or as lines behind a
 * bar.
 */
import { inertText } from "@bazaar/kernel";

const MAX_LINES = 12;
const MAX_COLUMNS = 200;
/** The part that is shown at most; the rest is only counted. */
const MAX_LENGTH = 20_000;

export function onOneLine(text: string, maxColumns = MAX_COLUMNS): string {
  const line = inertText(text.slice(0, MAX_LENGTH)).trim().replace(/\s+/g, " ");
  return cut(line, maxColumns);
}

export function behindBar(text: string): readonly string[] {
  const lines = inertText(text.slice(0, MAX_LENGTH)).trimEnd().split("\n");
  const shown = lines.slice(0, MAX_LINES).map((line) => `│ ${cut(line, MAX_COLUMNS)}`);
  const hidden = lines.length - shown.length;
  if (text.length > MAX_LENGTH) return [...shown, `│ … ${text.length} characters in all`];
  return hidden > 0 ? [...shown, `│ … ${hidden} lines more`] : shown;
}

function cut(line: string, maxColumns: number): string {
  const points = [...line];
  return points.length <= maxColumns ? line : `${points.slice(0, maxColumns - 1).join("")}…`;
}
