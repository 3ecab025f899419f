import { expect, test } from "vitest";
import { repairCommand } from "./commands/repair.ts";
import { HELP_TEXT } from "./help-text.ts";
import { VERBS } from "./verbs.ts";

const SCREEN = { rows: 24, columns: 80 };

test("the help fits one screen and starts with what is used every day", () => {
  const lines = HELP_TEXT.trimEnd().split("\n");
  expect(lines.length).toBeLessThan(SCREEN.rows);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(SCREEN.columns);
  expect(lines.slice(0, 3).map((line) => line.split("  ")[0])).toEqual([
    "fix <command>",
    "fix it",
    "fix --yes <command>",
  ]);
});

test("it names every verb and every option of a repair", () => {
  const words = new Set(HELP_TEXT.match(/[a-z-]+/g));
  const options = repairCommand().options.map(({ long }) => long ?? "");
  expect([...VERBS, ...options].filter((word) => !words.has(word))).toEqual([]);
});
