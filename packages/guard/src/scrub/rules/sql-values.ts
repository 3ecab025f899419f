/** Rows that SQL inserts: the names of the columns say which of the values are secrets. */
import { meaningOfKey } from "../key-name.ts";
import { beginsPlainly, isExample, looksChosen } from "../plain-value.ts";
import { type Match, matchAt } from "../view.ts";
import type { PrefixRule } from "./prefix-rule.ts";

const MAX_ROWS = 32;
const INSERT = /insert into [\w."`[\]]{1,80} ?\(([^()\n]{1,400})\)\s{0,20}values\s{0,20}(?=\()/iy;
const ROW = /\(((?:'(?:[^'\n]|''){0,400}'|[^()'\n]){1,1000})\)\s{0,4},?\s{0,20}/y;
const CELL = /'((?:[^'\n]|'')*)'|[^,']+/g;

export const SQL_VALUES: PrefixRule = {
  prefixes: ["INSERT INTO ", "insert into ", "Insert into "],
  ahead({ text }, at) {
    const found = matchAt(INSERT, text, at);
    const names = (found?.[1] ?? "").split(",").map((name) => name.replace(/["`\s[\]]/g, ""));
    const meanings = names.map((name) => meaningOfKey(name));
    if (found === null || !meanings.some((meaning) => meaning?.certainty === "strong")) return [];
    const secrets: Match[] = [];
    let from = at + found[0].length;
    for (let rows = 0; rows < MAX_ROWS; rows += 1) {
      const row = matchAt(ROW, text, from);
      if (row === null) break;
      const cells = [...(row[1] ?? "").matchAll(CELL)].filter(([cell]) => cell.trim() !== "");
      for (const [index, cell] of cells.entries()) {
        const [meaning, value = ""] = [meanings[index], cell[1]];
        if (meaning?.certainty !== "strong" || !isChosen(value)) continue;
        const start = from + 1 + cell.index + 1;
        secrets.push({
          start,
          end: start + value.length,
          category: meaning.category,
          isLearned: true,
        });
      }
      from += row[0].length;
    }
    return secrets;
  },
  match: () => null,
};

function isChosen(value: string): boolean {
  return looksChosen(value) && !isExample(value) && !beginsPlainly(value, true);
}
