/**
 * A stranger's command as somebody must see it who may run it: nothing in it takes up room without
 * showing, and none of its lines passes for one of ours.
 */
import { inertText } from "@bazaar/kernel";

/** A plain blank, as anybody writes a few of them; all other blanks show as what they are. */
const MAX_BLANKS = 8;
/** Blanks that are none, what stands on top of another character, and a pattern without dots. */
const UNSEEN = /[\n\t\p{M}\u2800]|(?! )\p{Zs}/gu;
const NARROWEST = 20;

/** On one line, whatever its length. */
export function visibleLine(text: string): string {
  const shown = inertText(text).replace(UNSEEN, codePoint);
  return markBlanks(shown, MAX_BLANKS).replace(/ +$/, blanks);
}

/** More blanks in a row than anybody needs become a word on how many they are. */
export function markBlanks(line: string, most: number): string {
  return line.replace(/\s{2,}/g, (found) => (found.length > most ? blanks(found) : found));
}

/**
 * All of it behind a bar, where there are several lines each with its number; what a row has no
 * room for goes on below. Line ends after the last line change nothing and are left away.
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

/** Cut to rows. Whatever is no ASCII may be two columns wide, and is taken to be. */
function cells(line: string, room: number): readonly string[] {
  const rows: string[] = [];
  let row = "";
  let width = 0;
  for (const point of line) {
    const wide = point > "~" ? 2 : 1;
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

function codePoint(found: string): string {
  return `\\u{${found.codePointAt(0)?.toString(16)}}`;
}

function blanks({ length }: string): string {
  return `⟨${length} ${length === 1 ? "blank" : "blanks"}⟩`;
}
