import type { JsonObject } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { indexSelection } from "./index-selection.ts";

const sized = (path: string, bytes = 1) => ({ path, bytes });

function selected(payload: JsonObject, ...files: readonly ReturnType<typeof sized>[]): unknown {
  const selection = indexSelection(payload);
  const chosen = typeof selection === "string" ? selection : selection.of(files);
  return typeof chosen === "string" ? chosen : chosen.map(({ path }) => path);
}

test("files are included, then excluded, if they are not too long", () => {
  const payload = { include: ["src"], exclude: ["**/*.min.js"], max_file_size: 5n };
  const files = [sized("src/a.js", 5), sized("src/b/a.min.js"), sized("test/a.js")];
  expect(selected(payload, ...files, sized("src/long.js", 6))).toEqual(["src/a.js"]);
});

test("without patterns all files of a usual length are meant", () => {
  const files = [sized(".env", 2 ** 20), sized("long", 2 ** 20 + 1)];
  expect(selected({ include: [] }, ...files)).toEqual([".env"]);
});

test("however long a file may be, there is a limit", () => {
  const files = [sized("a", 8 * 2 ** 20), sized("b", 8 * 2 ** 20 + 1)];
  expect(selected({ max_file_size: 10n ** 20n }, ...files)).toEqual(["a"]);
});

test("patterns and paths that would take minutes to match are not matched", () => {
  const files = Array.from({ length: 10_000 }, () => sized("a".repeat(1_000)));
  const payload = { include: Array<string>(100).fill("**/a*a*a*a") };
  expect(selected(payload, ...files)).toBe("There are too many files for these patterns.");
});

test.each<{ what: string; payload: JsonObject }>([
  { what: "patterns that are not a list", payload: { include: "src" } },
  { what: "a pattern that is not text", payload: { exclude: [1n] } },
  { what: "a pattern that cannot be used", payload: { include: ["[a"] } },
  { what: "too many patterns", payload: { include: Array<string>(101).fill("a") } },
  { what: "a size that is not a number", payload: { max_file_size: "5" } },
  { what: "files of no size", payload: { max_file_size: 0n } },
])("a job with $what is not read", ({ payload }) => {
  expect(typeof indexSelection(payload)).toBe("string");
});
