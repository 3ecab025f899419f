import { describe, expect, test } from "vitest";
import { patternReader } from "./pattern.ts";

const { problemOf, stepsOf } = patternReader();

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

test.each([
  { what: "of literal characters", pattern: "a".repeat(98), steps: 100 * 45_000 },
  { what: "by repetition", pattern: "a{98}", steps: 100 * 45_000 },
  { what: "with Unicode classes", pattern: "[\\pL\\PN]", steps: 3 * 45_000 + 2 * 10_000 },
])("a pattern costs its instructions and Unicode classes: $what", ({ pattern, steps }) => {
  expect(stepsOf(pattern)).toBe(steps);
});
