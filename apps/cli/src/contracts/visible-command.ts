/**
 * An agent's command or change as it must be shown before it may run or be kept: nothing in it is
 * invisible, and none of its lines can imitate output of `fix`.
 */
import { inertText } from "@bazaar/kernel";

/** Longer runs of blanks are replaced by their number. */
const MAX_BLANKS = 8;
/** Other blanks, combining marks, the empty braille pattern and the note without a head. */
const UNSEEN = /[\n\t\p{M}\u2800\u{1d159}]|(?! )\p{Zs}/gu;
const NARROWEST = 20;
/** More than indentation needs, which could move text out of sight. */
const MAX_INDENT = 80;
const TAB_COLUMNS = 8;

/** On one line, whatever its length. */
export function visibleLine(text: string): string {
  const shown = inertText(text).replace(UNSEEN, codePoint);
  return markBlanks(shown, MAX_BLANKS).replace(/ +$/, blanks);
}

/**
 * One line of a diff, in rows that fit the width: the first with the diff's mark, the others behind
 * a bar, so that none can pass for a line of its own. Tabs stay: many files are indented by them.
 */
export function diffRows(line: string, columns: number): readonly string[] {
  const shown = inertText(line.slice(1)).replace(UNSEEN, (found) =>
    found === "\t" ? found : codePoint(found),
  );
  const marked = markBlanks(shown, MAX_INDENT).replace(/[ \t]+$/, blanks);
  const [first = "", ...more] = cells(marked, Math.max(NARROWEST, columns) - BAR.length);
  return [line.slice(0, 1) + first, ...more.map((row) => BAR + row)];
}

/** Replaces runs of blanks that take more columns by their number. */
function markBlanks(line: string, most: number): string {
  return line.replace(/\s{2,}/g, (found) => (widthOf(found) > most ? blanks(found) : found));
}

/**
 * All lines behind a bar, numbered if there are several, wrapped to the width. Trailing line ends are
 * left out.
 */
export function commandRows(text: string, columns: number): readonly string[] {
  const lines = linesOf(text);
  const digits = lines.length === 1 ? 0 : String(lines.length).length + 1;
  const margin = " ".repeat(digits);
  const room = Math.max(NARROWEST, columns) - digits - BAR.length;
  const rows: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const empty = emptyFrom(lines, at);
    if (empty > 1) {
      rows.push(`${margin}┆ ${empty} empty lines`);
      at += empty - 1;
      continue;
    }
    const [first = "", ...more] = cells(visibleLine(lines[at] ?? ""), room);
    const number = lines.length === 1 ? "" : `${String(at + 1).padStart(digits - 1)} `;
    rows.push(`${number}${BAR}${first}`, ...more.map((row) => `${margin}${BAR}${row}`));
  }
  return rows;
}

/** `1 line`, `43 lines`. */
export function lineCount(text: string): string {
  const { length } = linesOf(text);
  return length === 1 ? "1 line" : `${length} lines`;
}

const BAR = "│ ";

function linesOf(text: string): readonly string[] {
  return text.replaceAll("\r\n", "\n").replace(/\n+$/, "").split("\n");
}

function emptyFrom(lines: readonly string[], start: number): number {
  let end = start;
  while (lines[end] === "") end += 1;
  return end - start;
}

/** Cuts a line to rows. Characters beyond ASCII count as two columns, tabs as all they can take. */
function cells(line: string, room: number): readonly string[] {
  const rows: string[] = [];
  let row = "";
  let width = 0;
  for (const point of line) {
    const wide = widthOf(point);
    if (width + wide > room) {
      rows.push(row);
      row = "";
      width = 0;
    }
    row += point;
    width += wide;
  }
  return [...rows, row];
}

function widthOf(text: string): number {
  return [...text].reduce(
    (sum, point) => sum + (point === "\t" ? TAB_COLUMNS : point > "~" ? 2 : 1),
    0,
  );
}

function codePoint(found: string): string {
  return `\\u{${found.codePointAt(0)?.toString(16)}}`;
}

function blanks({ length }: string): string {
  return `⟨${length} ${length === 1 ? "blank" : "blanks"}⟩`;
}
