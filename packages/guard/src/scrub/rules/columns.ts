/**
 * Tables whose head names a column of secrets: CSV, tabs, also as `cat -A` shows them, and the
 * tables of database clients. The cells below the name go.
 */
import { meaningOfKey } from "../key-name.ts";
import { beginsPlainly, isExample, looksChosen } from "../plain-value.ts";
import { isNamePart, type Match, matchAt, textBefore, type View } from "../view.ts";
import { inEveryCase, type PrefixRule } from "./prefix-rule.ts";

const MAX_LINE = 400;
const MAX_ROWS = 32;
/** A password may be missing or too short to tell in some rows. */
const MAX_OTHER_ROWS = 2;
const TELLING =
  /(?:password|passwd|secret|token|api_?key|pass|pwd)[\w ]{0,16}["']?(?:[,;\t|]|\^I| {1,24}\||\$?\r?\n)/iy;
const SEPARATORS = ["^I", "\t", "|", ",", ";"];
const NAME_CELL = /^[\s"']*[\w ./-]{0,40}["'\s$]*$/;
const RULE = /^[\s|+=-]+$/;
const LINE = /([^\n]{0,400})(?:\n|$)/y;
const CELL = /^[\s"']*([^\s"'$[]+)/;

export const COLUMNS: PrefixRule = {
  prefixes: [
    ...inEveryCase(["password", "passwd", "secret", "token", "apikey", "api_key"]),
    ...["pass,", "pass\n", "pass;", "pwd,", "pwd\n", "pwd;"],
  ],
  ahead: cellsBelow,
  match: () => null,
};

/** The secrets below a telling word, if it is the head of a column. */
function cellsBelow(view: View, at: number, prefix: string): readonly Match[] {
  const { text } = view;
  if ("=:'".includes(text[at + prefix.length] ?? "=") || !isNamePart(view, at)) return [];
  if (matchAt(TELLING, text, at) === null) return [];
  const before = textBefore(view, at, MAX_LINE);
  const lineStart = at - before.length + before.lastIndexOf("\n") + 1;
  const head = matchAt(LINE, text, lineStart)?.[1] ?? "";
  const separator = SEPARATORS.find((mark) => head.includes(mark));
  if (separator === undefined) return [];
  const names = head.split(separator);
  const column = head.slice(0, at - lineStart).split(separator).length - 1;
  const meaning = meaningOfKey(
    (names[column] ?? "").replace(/["'$]/g, "").trim().replace(/ /g, "_"),
  );
  if (meaning?.certainty !== "strong" || !names.every((name) => NAME_CELL.test(name))) return [];
  const cells: Match[] = [];
  let others = 0;
  let from = lineStart + head.length + 1;
  for (let rows = 0; rows < MAX_ROWS && others <= MAX_OTHER_ROWS; rows += 1) {
    const line = matchAt(LINE, text, from)?.[1] ?? "";
    const row = line.split(separator);
    if (!RULE.test(line)) {
      if (row.length !== names.length) break;
      const cell = cellAt(row, column, from, separator);
      if (cell === null) others += 1;
      else cells.push({ ...cell, category: meaning.category, isLearned: true });
    }
    from += line.length + 1;
  }
  return cells;
}

function cellAt(row: readonly string[], column: number, from: number, separator: string) {
  const value = CELL.exec(row[column] ?? "");
  const [whole = "", secret = ""] = value ?? [];
  if (!looksChosen(secret) || isExample(secret) || beginsPlainly(secret, false)) return null;
  const left = row
    .slice(0, column)
    .reduce((sum, cell) => sum + cell.length + separator.length, from);
  return { start: left + whole.length - secret.length, end: left + whole.length };
}
