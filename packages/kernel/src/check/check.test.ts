import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Float, type Json, type JsonObject } from "../canonical/json.ts";
import { type Check, isReplayable, isSupported, judge, judgeAll } from "./check.ts";
import { patternProblem, patternsProblem } from "./output-match.ts";

const exitCode = (expected: number): Check => ({ method: "exit_code", expected });
const match = (pattern: string): Check => ({ method: "output_match", pattern });
const principal: Check = { method: "principal" };

describe("one check", () => {
  const rows: { what: string; check: Check; evidence: JsonObject; is: string }[] = [
    { what: "exit code 0", check: exitCode(0), evidence: { exit_code: 0n }, is: "pass" },
    { what: "another exit code", check: exitCode(0), evidence: { exit_code: 1n }, is: "fail" },
    {
      what: "the failure that is wanted",
      check: exitCode(2),
      evidence: { exit_code: 2n },
      is: "pass",
    },
    {
      what: "killed by a signal",
      check: exitCode(0),
      evidence: { signal: "KILL" },
      is: "no_verdict",
    },
    {
      what: "an exit code as text",
      check: exitCode(0),
      evidence: { exit_code: "0" },
      is: "no_verdict",
    },
    {
      what: "an exit code as a float",
      check: exitCode(0),
      evidence: { exit_code: new Float(0) },
      is: "no_verdict",
    },
    { what: "a timeout", check: exitCode(0), evidence: {}, is: "no_verdict" },
    {
      what: "the pattern in the output",
      check: match("o+k"),
      evidence: { output: "all ook\n" },
      is: "pass",
    },
    {
      what: "the pattern on its own line",
      check: match("(?m)^ok$"),
      evidence: { output: "a\nok\nb" },
      is: "pass",
    },
    { what: "another output", check: match("ok"), evidence: { output: "OK" }, is: "fail" },
    { what: "no output at all", check: match("^$"), evidence: { output: "" }, is: "pass" },
    {
      what: "nothing in an output that was cut",
      check: match("ok"),
      evidence: { output: "…", is_cut: true },
      is: "no_verdict",
    },
    {
      what: "a match in an output that was cut",
      check: match("ok"),
      evidence: { output: "ok", is_cut: true },
      is: "pass",
    },
    { what: "a missing output", check: match("ok"), evidence: { exit_code: 0n }, is: "no_verdict" },
    {
      what: "letters beyond ASCII",
      check: match("caf\\pL$"),
      evidence: { output: "café" },
      is: "pass",
    },
    { what: "an approval", check: principal, evidence: { approved: true }, is: "pass" },
    { what: "a rejection", check: principal, evidence: { approved: false }, is: "fail" },
    { what: "a principal who said nothing", check: principal, evidence: {}, is: "no_verdict" },
    {
      what: "a principal who wrote yes",
      check: principal,
      evidence: { approved: "yes" },
      is: "no_verdict",
    },
  ];

  test.each(rows)("$check.method, $what: $is", ({ check, evidence, is }) => {
    expect(judge(check, evidence)).toBe(is);
  });
});

describe("an output longer than is matched", () => {
  const long = (start: string, end = ""): JsonObject => ({
    output: `${start}${"-".repeat(5_000 - end.length)}${end}`,
  });

  test.each([
    { what: "a match in its last characters", output: long("", "ok"), pattern: "ok", is: "pass" },
    { what: "all of it, and no match", output: long(""), pattern: "ok", is: "fail" },
    { what: "a match before them", output: long("ok"), pattern: "ok", is: "no_verdict" },
    { what: "a match half before them", output: long("o", ""), pattern: "o-", is: "no_verdict" },
    { what: "a start that is no start", output: long("x"), pattern: "^-", is: "no_verdict" },
    {
      what: "a word that began before",
      output: long("x", "yok"),
      pattern: "\\bok",
      is: "no_verdict",
    },
  ])("$what: $is", ({ output, pattern, is }) => {
    expect(judge(match(pattern), output)).toBe(is);
  });
});

describe("several checks", () => {
  const [ok, bad, open]: Json[][] = [[{ exit_code: 0n }], [{ exit_code: 1n }], [{}]];
  const rows: { what: string; evidence: readonly Json[]; is: string }[] = [
    { what: "all pass", evidence: [...ok!, ...ok!, ...ok!], is: "pass" },
    { what: "one fails", evidence: [...ok!, ...bad!, ...ok!], is: "fail" },
    { what: "one is open", evidence: [...ok!, ...open!, ...ok!], is: "no_verdict" },
    { what: "one is open and one fails", evidence: [...open!, ...ok!, ...bad!], is: "fail" },
    { what: "one was never collected", evidence: [...ok!, ...ok!], is: "no_verdict" },
  ];

  test.each(rows)("$what: $is", ({ evidence, is }) => {
    const checks = [exitCode(0), exitCode(0), exitCode(0)];
    expect(judgeAll(checks, evidence as JsonObject[])).toBe(is);
  });
});

describe("a pattern from a stranger", () => {
  test.each([
    { what: "look-ahead", pattern: "(?=a)b" },
    { what: "negative look-ahead", pattern: "(?!a)b" },
    { what: "look-behind", pattern: "(?<=a)b" },
    { what: "a back reference", pattern: "(a)\\1" },
    { what: "an open bracket", pattern: "[" },
    { what: "a lone backslash", pattern: "\\" },
    { what: "an endless repetition", pattern: "((a{100}){100}){100}" },
    { what: "a repetition of a thousand", pattern: "\\pL{1000}" },
    { what: "many large repetitions", pattern: "(?:a?){1000}".repeat(80) },
    { what: "a long repetition of something long", pattern: `(?:${"a?".repeat(480)}){1000}` },
    { what: "more steps than there may be", pattern: "a".repeat(99) },
    { what: "case folded over a wide class", pattern: "(?i)\\pL" },
    { what: "case folded over a negated class", pattern: "(?i)\\PL" },
    { what: "case folded over a range by number", pattern: "(?i)[\\x{80}-\\x{10ffff}]" },
    { what: "case folded over a range of letters", pattern: "(?i)[é-ｚ]" },
    { what: "case folded over an astral range", pattern: "(?i)[a-\u{1f600}]" },
    { what: "case folded with other flags", pattern: "a(?msi:\\p{Greek})" },
  ])("is refused for $what", ({ pattern }) => {
    expect(patternProblem(pattern)).toContain("not a usable expression");
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
    expect(patternProblem(pattern)).toBeNull();
  });

  test.each([
    "(a+)+$",
    "^(a|a)*$",
    "(a*)*[!?]",
    "(.*)*x[!?]",
    "(?:a?){40}[!?]",
    "([a-z]{1,6}){6}[!?]",
  ])("%s finishes on a long text that almost matches", (pattern) => {
    expect(patternProblem(pattern)).toBeNull();
    expect(judge(match(pattern), { output: `${"a".repeat(4_999)}#` })).toBe("fail");
  });
});

test("the patterns of a contract have one limit together", () => {
  expect(patternsProblem(["a".repeat(48), "b".repeat(48)])).toBeNull();
  expect(patternsProblem(["a".repeat(48), "b".repeat(49)])).toContain("101 instructions");
  expect(patternsProblem([])).toBeNull();
});

test("evidence supports a failure if it says what a check asks about", () => {
  const rows: [readonly Check[], JsonObject | null, boolean][] = [
    [[exitCode(0)], null, false],
    [[exitCode(0)], {}, false],
    [[exitCode(0)], { exit_code: null }, false],
    [[exitCode(0)], { output: "it fails" }, false],
    [[exitCode(0)], { exit_code: 1n }, true],
    [[exitCode(0)], { signal: "SIGSEGV" }, true],
    [[exitCode(0)], { stopped_by: "time" }, true],
    [[match("ok")], { exit_code: 1n }, false],
    [[match("ok")], { output: "" }, true],
    [[match("ok")], { output_commitment: "ab".repeat(32) }, true],
    [[principal], null, true],
    [[principal, exitCode(0)], { approved: false }, false],
    [[principal, exitCode(0)], { exit_code: 1n }, true],
  ];
  for (const [checks, evidence, is] of rows) expect(isSupported(checks, evidence)).toBe(is);
});

test("no pattern makes the engine throw", () => {
  const signs = [..."ab()[]{}*+?|^$\\.,0123456789pLPQEwdsbzAx:-=!<>im é\n"];
  const pattern = fc.string({ unit: fc.constantFrom(...signs), maxLength: 40 });
  fc.assert(
    fc.property(pattern, (text) => {
      if (patternProblem(text) !== null) return;
      expect(["pass", "fail"]).toContain(judge(match(text), { output: "aab b1\né" }));
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  { work: "command", checks: [exitCode(0)], is: false },
  { work: "run", checks: [exitCode(0), match("ok")], is: true },
  { work: "patch", checks: [exitCode(0)], is: true },
  { work: "run", checks: [exitCode(0), principal], is: false },
])("a court can run the checks of $work again: $is", ({ work, checks, is }) => {
  expect(isReplayable(work, checks)).toBe(is);
});
