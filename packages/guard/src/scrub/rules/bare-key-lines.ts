/**
 * Lines of base64 from the middle of a key whose first and last lines were cut off.
 *
 * Nothing in them says what they are; but keys are wrapped at 64 or 70 characters, and what else is
 * wrapped like that is public and says so: a certificate or a signature has its armour before or
 * behind it. Mail and `base64` wrap at 76.
 */
import type { ScanState } from "../scan-state.ts";
import { endAt, type Match, textBefore, type View } from "../view.ts";

const LEAST_LINES = 3;
/** Of a longer block the end is not looked for: no certificate is as long. */
const MAX_LINES = 56;
const LINE = {
  64: /[A-Za-z0-9+/]{64}(?:\r?\n|$)/y,
  70: /[A-Za-z0-9+/]{70}(?:\r?\n|$)/y,
} as const;
const LAST_LINE = /(?:[A-Za-z0-9+/=]{1,70}\r?\n)?(?:=[A-Za-z0-9+/]{4}\r?\n)?/y;
const PUBLIC_END = /-{4,5} ?END (?![A-Z0-9 ]{0,40}PRIVATE)/y;
const HAS_PLACEHOLDER = /[^\n]{0,160}?\[REDACTED:/y;
/** Headers and a blank line may stand between the armour and its body. */
const PUBLIC_BEGIN =
  /-{4,5} ?BEGIN (?![A-Z0-9 ]{0,40}PRIVATE)[A-Z0-9 ]{0,40}-{4,5}\r?\n(?:[A-Z][\w-]{1,20}: [^\n]{0,80}\n){0,3}(?:\r?\n)?$/;
const MAX_ARMOUR = 240;

/** Asked at each line end: does a block begin with the line that ends here? */
export function bareKeyLines(scan: ScanState, at: number): Match | null {
  const { text } = scan;
  const end = text[at - 1] === "\r" ? at - 1 : at;
  const width = lineWidth(scan, end);
  if (width === null || end - width < scan.publicEnd) return null;
  const start = end - width;
  if (!isMixed(text.slice(start, end))) return null;
  const { lines, after } = blockFrom(text, start, width);
  if (lines < LEAST_LINES) return null;
  if (!isPublic(scan, start, after)) {
    return { start, end, category: "private-key", goesOn: "key-body" };
  }
  scan.publicEnd = after;
  return null;
}

/** Hardly any line of a log is exactly as wide. */
function lineWidth(view: View, end: number): 64 | 70 | null {
  if (isLineStart(view, end - 64)) return 64;
  return isLineStart(view, end - 70) ? 70 : null;
}

function isLineStart({ text, floor }: View, start: number): boolean {
  if (start <= 0) return start === 0 && floor < 0;
  return text[start - 1] === "\n" && start > floor;
}

function isMixed(line: string): boolean {
  return /\d/.test(line) && /[a-z]/.test(line) && /[A-Z]/.test(line);
}

function blockFrom(text: string, start: number, width: 64 | 70) {
  let after = start;
  for (let lines = 0; lines < MAX_LINES; lines += 1) {
    const next = endAt(LINE[width], text, after);
    if (next === -1) return { lines, after };
    after = next;
  }
  return { lines: MAX_LINES, after };
}

function isPublic(view: View, start: number, after: number): boolean {
  const { text } = view;
  if (endAt(PUBLIC_END, text, endAt(LAST_LINE, text, after)) !== -1) return true;
  // A line with a placeholder may have been of the block, and what followed it is not known.
  if (endAt(HAS_PLACEHOLDER, text, after) !== -1) return true;
  return PUBLIC_BEGIN.test(textBefore(view, start, MAX_ARMOUR));
}
