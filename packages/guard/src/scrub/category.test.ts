import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CATEGORIES } from "./category.ts";

const PAGE = new URL("../../../../spec/scrub.md", import.meta.url);

test("the page lists every category, in the same words", () => {
  const rows = [...readFileSync(PAGE, "utf8").matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)];
  expect(rows.map(([, name, covers]) => [name, covers])).toEqual(Object.entries(CATEGORIES));
});

test("a name fits into a placeholder", () => {
  for (const name of Object.keys(CATEGORIES)) expect(name).toMatch(/^[a-z0-9-]{1,40}$/);
});
