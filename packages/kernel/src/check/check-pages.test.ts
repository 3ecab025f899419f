/** What the pages say of each check: how terms write it, what decides it, what judging it costs. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CHECK_METHODS } from "./kinds.ts";

const pageOf = (name: string): string =>
  readFileSync(new URL(`../../../../spec/${name}.md`, import.meta.url), "utf8");

/** The words in the first column of the table with this head, without those of its explanation. */
function firstColumn(page: string, head: string): readonly string[] {
  const [, table = ""] = page.split(`${head}\n`);
  const [rows = ""] = table.split("\n\n");
  const cells = rows.split("\n").map((row) => row.split("|")[1] ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, word = ""]) => word));
}

const METHODS = CHECK_METHODS.toSorted();

describe("every method of checking is once", () => {
  test.each([
    { table: "of what can be run again", head: "| check | can be run again |" },
    {
      table: "of verdicts",
      head: "| method | parameters | evidence | pass | fail | no verdict |",
    },
    { table: "of costs", head: "| method | steps at worst |" },
  ])("in the table $table", ({ head }) => {
    expect(firstColumn(pageOf("courts"), head).toSorted()).toEqual(METHODS);
  });

  test("among the fields of terms", () => {
    const page = pageOf("terms");
    const inText = [...page.matchAll(/`\{"method": "(\w+)"/g)].map(([, method = ""]) => method);
    const listed = firstColumn(page, "| method | fields |");
    expect([...inText, ...listed].toSorted()).toEqual(METHODS);
  });
});
