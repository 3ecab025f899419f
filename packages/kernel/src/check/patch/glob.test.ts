import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { coveredBy, globProblem, literalGlob } from "./glob.ts";

test.each<{ pattern: string; covers: readonly string[]; not: readonly string[] }>([
  { pattern: "src", covers: ["src", "src/a.ts", "src/a/b"], not: ["srcs", "a/src", "sr"] },
  { pattern: "/src/", covers: ["src/a.ts"], not: ["lib/src/a.ts"] },
  { pattern: "./a.ts", covers: ["a.ts"], not: ["b/a.ts", "axts"] },
  { pattern: "*.ts", covers: ["a.ts", ".ts"], not: ["src/a.ts", "a.tsx"] },
  { pattern: "src/*", covers: ["src/a", "src/a/b", "src/.env"], not: ["src", "lib/a"] },
  { pattern: "**/*.ts", covers: ["a.ts", "a/b/c.ts"], not: ["a.js", "a/ts"] },
  { pattern: "a/**/b", covers: ["a/b", "a/x/b", "a/x/y/b", "a/b/c"], not: ["a/xb", "ab", "b"] },
  { pattern: "a/**", covers: ["a/b", "a/b/c"], not: ["ab", "b/a"] },
  { pattern: "**", covers: ["a", "a/b"], not: [] },
  { pattern: "a**b", covers: ["ab", "axxb"], not: ["a/b"] },
  { pattern: "a?c", covers: ["abc", "a\u{1f600}c"], not: ["ac", "a/c", "abbc"] },
  { pattern: "[a-c0]x", covers: ["ax", "0x"], not: ["dx", "x"] },
  { pattern: "a[!b-d]c", covers: ["aac"], not: ["abc", "a/c", "ac"] },
  { pattern: "[]a]x", covers: ["]x", "ax"], not: ["bx"] },
  { pattern: "[a-]x", covers: ["-x", "ax"], not: ["bx"] },
  { pattern: "{src,test}/*.ts", covers: ["src/a.ts", "test/b.ts"], not: ["lib/a.ts"] },
  { pattern: "a{,b,c{d,e}}f", covers: ["af", "abf", "acdf", "acef"], not: ["acf", "adf"] },
  { pattern: "{**/test,x}/a", covers: ["test/a", "b/c/test/a", "x/a"], not: ["y/a"] },
  { pattern: "a,b}", covers: ["a,b}"], not: ["a"] },
  { pattern: "\\*\\[", covers: ["*["], not: ["a["] },
  { pattern: "A.md", covers: ["A.md"], not: ["a.md"] },
  { pattern: "constructor", covers: ["constructor"], not: ["__proto__"] },
])("$pattern covers $covers, and not $not", ({ pattern, covers, not }) => {
  expect(globProblem(pattern)).toBeNull();
  const isCovered = coveredBy([pattern]);
  expect(covers.filter((path) => !isCovered(path))).toEqual([]);
  expect(not.filter(isCovered)).toEqual([]);
});

test.each([
  { pattern: "", problem: "no path" },
  { pattern: "/", problem: "no path" },
  { pattern: "..", problem: "empty name" },
  { pattern: "a/../b", problem: "empty name" },
  { pattern: "a//b", problem: "empty name" },
  { pattern: "[a", problem: "bracket" },
  { pattern: "[z-a]", problem: "backwards" },
  { pattern: "{a,b", problem: "brace without its end" },
  { pattern: "{{{{{a}}}}}", problem: "braces in braces" },
  { pattern: "a\\", problem: "backslash" },
  { pattern: "a\0", problem: "not text" },
  { pattern: "a\ud800", problem: "not text" },
  { pattern: "a".repeat(201), problem: "longer" },
])("$pattern is refused: $problem", ({ pattern, problem }) => {
  expect(globProblem(pattern)).toContain(problem);
});

describe("several patterns", () => {
  test("cover what one of them covers", () => {
    const isCovered = coveredBy(["a", "b/*.c"]);
    expect(["a/x", "b/x.c", "b/x.h", "c"].map(isCovered)).toEqual([true, true, false, false]);
  });

  test("that are none cover nothing", () => {
    expect(coveredBy([])("a")).toBe(false);
  });
});

test.each([
  `${"*a".repeat(99)}b`,
  `${"**/".repeat(60)}b`,
  `${"{a,a}".repeat(39)}b`,
  `${"{*a,*a}".repeat(28)}b`,
])("%s takes little time on a path that almost matches", (pattern) => {
  expect(globProblem(pattern)).toBeNull();
  const startedMs = performance.now();
  expect(coveredBy([pattern])(`${"a".repeat(2_000)}/${"a/".repeat(1_000)}x`)).toBe(false);
  expect(performance.now() - startedMs).toBeLessThan(2_000);
});

test("no pattern makes the matcher throw", () => {
  const signs = [..."ab/.*?[]{}!^-,\\é"];
  const text = fc.string({ unit: fc.constantFrom(...signs), maxLength: 30 });
  fc.assert(
    fc.property(text, text, (pattern, path) => {
      if (globProblem(pattern) === null) coveredBy([pattern])(path);
    }),
    { numRuns: 2_000 },
  );
});

test.each(["src/a.ts", "a/[id].ts", "{a,b}/*?.js", "a\\b", "!x", "a]"])(
  "the literal pattern of %s covers it, and nothing beside it",
  (path) => {
    const isCovered = coveredBy([literalGlob(path)]);
    expect(isCovered(path)).toBe(true);
    expect([`${path}x`, `x${path}`, "a/i.ts", "a/x.js"].filter(isCovered)).toEqual([]);
  },
);
