/**
 * Lines of base64 from the middle of a key, when both its first and its last lines were cut off.
 *
 * Nothing in them says what they are; but keys are wrapped at 64 or 70 characters, and what else is
 * wrapped like that is public and says so: a certificate or a signature has its armour before or
 * behind it. Mail and `base64` wrap at 76.
 */
import { isBase64, kindAt, unitAt } from "../characters.ts";
import type { Cursor } from "../cursor.ts";
import type { Text } from "../text.ts";
import { begun, evident, type Match, matchEnd, type View } from "../view.ts";

const LEAST_LINES = 3;
/** Of a longer block the end is not looked for: no certificate is as long. */
const MAX_LINES = 56;
const [LINE_END, RETURN] = [10, 13];
const LINE_OF_64 = /[A-Za-z0-9+/]{64}(?=\r?\n|$)/y;
const LINE_OF_70 = /[A-Za-z0-9+/]{70}(?=\r?\n|$)/y;
const NEXT_LINE = /\r?\n/y;
const LAST_LINE = /(?:[A-Za-z0-9+/=]{1,70}\r?\n)?(?:=[A-Za-z0-9+/]{4}\r?\n)?/y;
const PUBLIC_END = /-{4,5} ?END (?![A-Z0-9 ]{0,40}PRIVATE)/y;
const HAS_PLACEHOLDER = /[^\n]{0,160}?\[REDACTED:/y;
const PUBLIC_BEGIN = /-{4,5} ?BEGIN (?![A-Z0-9 ]{0,40}PRIVATE)[A-Z0-9 ]{0,40}-{4,5}\r?\n$/;

/** Asked at each line end: does a block begin with the line that ends here? */
export function bareKeyLines(cursor: Cursor, at: number): Match | null {
  const { text } = cursor;
  const end = unitAt(text, at - 1) === RETURN ? at - 1 : at;
  const width = lineWidth(cursor, end);
  if (width === null || end - width < cursor.publicEnd) return null;
  const start = end - width;
  if (!isBase64(kindAt(text, start) & kindAt(text, end - 1))) return null;
  if (matchEnd(lineOf(width), text, start) === -1 || !isMixed(text.string.slice(start, end)))
    return null;
  const { lines, after } = blockFrom(text, start, width);
  if (lines < LEAST_LINES) return null;
  if (!isPublic(cursor, start, after)) {
    return begun(evident(start, end, "private-key"), "key-body");
  }
  cursor.publicEnd = after;
  return null;
}

/** Asked for every line of every log: hardly any line is exactly as wide. */
function lineWidth(view: View, end: number): 64 | 70 | null {
  if (isLineStart(view, end - 64)) return 64;
  return isLineStart(view, end - 70) ? 70 : null;
}

function isLineStart({ text, floor }: View, start: number): boolean {
  if (start <= 0) return start === 0 && floor < 0;
  return unitAt(text, start - 1) === LINE_END && start > floor;
}

function lineOf(width: 64 | 70): RegExp {
  return width === 64 ? LINE_OF_64 : LINE_OF_70;
}

function isMixed(line: string): boolean {
  return /\d/.test(line) && /[a-z]/.test(line) && /[A-Z]/.test(line);
}

function blockFrom(text: Text, start: number, width: 64 | 70) {
  let after = start;
  let lines = 0;
  for (; lines < MAX_LINES && matchEnd(lineOf(width), text, after) !== -1; lines += 1) {
    after += width;
    const next = matchEnd(NEXT_LINE, text, after);
    if (next !== -1) after = next;
  }
  return { lines, after };
}

function isPublic({ text, floor }: View, start: number, after: number): boolean {
  if (matchEnd(PUBLIC_END, text, matchEnd(LAST_LINE, text, after)) !== -1) return true;
  // A line with a placeholder may have been of the block, and what followed it is not known.
  if (matchEnd(HAS_PLACEHOLDER, text, after) !== -1) return true;
  return PUBLIC_BEGIN.test(text.string.slice(Math.max(floor, start - 64, 0), start));
}
