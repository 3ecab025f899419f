import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { schemaFiles } from "./schemas.ts";

const ROOT = join(import.meta.dirname, "../..");

test.each(schemaFiles())(
  "$path is what the kernel enforces (npm run vectors)",
  ({ path, text }) => {
    expect(readFileSync(join(ROOT, path), "utf8")).toBe(text);
  },
);

test("no document is left of a schema that is gone", () => {
  const there = readdirSync(join(ROOT, "spec/schemas")).map((name) => `spec/schemas/${name}`);
  expect(there.sort()).toEqual(
    schemaFiles()
      .map(({ path }) => path)
      .sort(),
  );
});
