import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isStopAbout, STOP_IS_ABOUT } from "./stopped-by.ts";

const page = readFileSync(new URL("../../../../spec/courts.md", import.meta.url), "utf8");

test("the page of courts says of every word whom it is about", () => {
  const [, table = ""] = page.split("| `stopped_by` | about | what happened |");
  const [rows = ""] = table.split("\n\n");
  const stated = rows.split("\n").flatMap((row) => {
    const [, words = "", about = ""] = row.split("|");
    return [...words.matchAll(/`(\w+)`/g)].map(([, word]) => [word, about.trim()]);
  });
  expect(Object.fromEntries(stated)).toEqual(STOP_IS_ABOUT);
});

test.each(["", "SIGKILL", "principal", "toString", "__proto__"])("%j is about nobody", (word) => {
  const abouts = ["command", "checker", "either"] as const;
  expect(abouts.filter((about) => isStopAbout(word, about))).toEqual([]);
});
