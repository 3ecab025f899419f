import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

test("no statement numbers its parameters, which Node 22.18 and 24.6 do not bind", () => {
  const sources = readdirSync(import.meta.dirname).filter((name) => !name.endsWith(".test.ts"));
  const numbered = sources.filter((name) =>
    /\?\d/.test(readFileSync(join(import.meta.dirname, name), "utf8")),
  );
  expect(numbered).toEqual([]);
});
