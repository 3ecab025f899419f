import { describe, expect, test } from "vitest";
import { patternProblems } from "./pattern.ts";

/** Of the first that cannot be in one contract with those before. */
function problemOf(...patterns: readonly string[]): string | null {
  const problem = patternProblems();
  for (const pattern of patterns) {
    const found = problem(pattern);
    if (found !== null) return found;
  }
  return null;
}

describe("a pattern from a stranger", () => {
  test.each([
    { what: "look-ahead", pattern: "(?=a)b" },
    { what: "negative look-ahead", pattern: "(?!a)b" },
    { what: "look-behind", pattern: "(?<=a)b" },
    { what: "a back reference", pattern: "(a)\\1" },
    { what: "an open bracket", pattern: "[" },
    { what: "a lone backslash", pattern: "\\" },
    { what: "an endless repetition", pattern: "((a{100}){100}){100}" },
    { what: "many large repetitions", pattern: "(?:a?){1000}".repeat(80) },
    { what: "a long repetition of something long", pattern: `(?:${"a?".repeat(480)}){1000}` },
    { what: "case folded over a wide class", pattern: "(?i)\\pL" },
    { what: "case folded over a negated class", pattern: "(?i)\\PL" },
    { what: "case folded over a range by number", pattern: "(?i)[\\x{80}-\\x{10ffff}]" },
    { what: "case folded over a range of letters", pattern: "(?i)[é-ｚ]" },
    { what: "case folded over an astral range", pattern: "(?i)[a-\u{1f600}]" },
    { what: "case folded with other flags", pattern: "a(?msi:\\p{Greek})" },
  ])("is refused for $what", ({ pattern }) => {
    expect(problemOf(pattern)).toContain("not a usable expression");
  });

  test.each([
    "ok",
    "^passed: \\d+$",
    "(?i)error|warning",
    "(?is-m:^[^a-z]\\W+$)",
    "(?s)\\pL+é",
    "(?-i)é",
    "a".repeat(98),
    "a{1,40}",
    "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
    "\\bcaf\\x{e9}\\b",
    "|".repeat(300),
  ])("%s is usable", (pattern) => {
    expect(problemOf(pattern)).toBeNull();
  });
});

describe("the patterns of a contract have one limit together", () => {
  test.each([
    { what: "of literal characters", patterns: ["a".repeat(48), "b".repeat(49)], count: 101 },
    { what: "in one pattern", patterns: ["a".repeat(99)], count: 101 },
    { what: "by repetition", patterns: ["\\pL{99}"], count: 101 },
  ])("of 100 instructions, $what", ({ patterns, count }) => {
    const most = "at most 100 for all patterns of a contract";
    expect(problemOf(...patterns)).toBe(`too complex: ${count} RE2 instructions, ${most}`);
  });

  test("which 96 characters in two patterns and 80 in ten reach", () => {
    expect(problemOf("a".repeat(48), "b".repeat(48))).toBeNull();
    expect(problemOf(...Array<string>(10).fill("a".repeat(8)))).toBeNull();
  });

  test.each([
    { what: "in one class", patterns: [`[${"\\pL\\PN".repeat(6)}]`], count: 12 },
    { what: "in one alternation", patterns: [`a${"|\\p{Greek}".repeat(11)}`], count: 11 },
    {
      what: "one in each pattern",
      patterns: [...Array<string>(9).fill("\\pL"), "\\PL\\PL"],
      count: 11,
    },
  ])("of ten Unicode classes, which are slow to compile: $what", ({ patterns, count }) => {
    const most = "at most 10 for all patterns of a contract";
    const what = "Unicode classes (\\p or \\P)";
    expect(problemOf(...patterns)).toBe(`too complex: ${count} ${what}, ${most}`);
  });

  test("which ten of them reach", () => {
    expect(problemOf(...Array<string>(10).fill("\\pL"))).toBeNull();
    expect(problemOf(`[${"\\pL".repeat(10)}]`)).toBeNull();
  });
});
