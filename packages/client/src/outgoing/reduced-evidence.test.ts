import { type Check, judgeAll, type Verdict } from "@bazaar/kernel";
import type { Run } from "@bazaar/work";
import { describe, expect, test } from "vitest";
import { durationStep } from "./duration-step.ts";
import { MAX_RECURRING, recurringLines, reducedEvidence } from "./reduced-evidence.ts";

const RUN: Run = {
  exitCode: 1,
  signal: null,
  stoppedBy: null,
  stdout: "",
  output: "",
  stdoutSha256: "",
  stderrSha256: "",
  isCut: false,
  durationMs: 1_234,
};
const error = (...lines: readonly string[]) => ({ command: "make", error: lines.join("\n") });

describe("lines of the failure that occur again", () => {
  test("are told once, in the wording and order of the failure", () => {
    const failure = error("  a.c:1: error: one", "note", "b.c:2: error: two", "note");
    const output = "b.c:2: error: two\nb.c:2: error: two\nnew\n   a.c:1: error: one   \n";
    expect(recurringLines(failure, output)).toEqual(["a.c:1: error: one", "b.c:2: error: two"]);
  });

  test("are told only if they are whole", () => {
    expect(recurringLines(error("error: one two"), "error: one\nerror: one two three")).toEqual([]);
  });

  test("are looked for among a few lines, the same in every attempt", () => {
    const many = Array.from({ length: 100 }, (_, index) => `error: number ${index}`);
    const failure = error("first", ...many, "last");
    const all = recurringLines(failure, ["first", ...many, "last"].join("\n"));
    expect(all).toEqual(many.slice(-MAX_RECURRING));
    const early = recurringLines(failure, many.slice(0, 50).join("\n"));
    expect(early).toEqual([]);
  });
});

describe("a check by pattern", () => {
  const checks: readonly Check[] = [
    { method: "exit_code", expected: 1 },
    { method: "output_match", pattern: "(?m)^ok$" },
  ];

  test.each<{ what: string; verdict: Verdict; lines: string[]; published: Verdict }>([
    { what: "that failed", verdict: "fail", lines: [], published: "no_verdict" },
    { what: "that lines would make pass", verdict: "fail", lines: ["ok"], published: "no_verdict" },
    { what: "that passed, as lines show", verdict: "pass", lines: ["ok"], published: "pass" },
    { what: "that passed elsewhere", verdict: "pass", lines: ["no"], published: "no_verdict" },
    { what: "that did not end", verdict: "no_verdict", lines: ["ok"], published: "no_verdict" },
  ])("$what never gets the opposite verdict from what is told", (row) => {
    const { verdict, lines, published } = row;
    const facts = { run: RUN, durationMs: 2_000, withheld: { commitment: "c" } };
    const evidence = reducedEvidence({ ...facts, lines, checks, verdict });
    expect(String(evidence.output ?? evidence.tail)).toBe(
      lines.map((line) => `${line}\n`).join(""),
    );
    const read = judgeAll(
      checks,
      checks.map(() => evidence),
    );
    expect(read).toBe(published);
  });
});

test.each([
  { elapsedMs: 1, limitMs: 360_000, is: 500 },
  { elapsedMs: 500, limitMs: 360_000, is: 500 },
  { elapsedMs: 501, limitMs: 360_000, is: 1_000 },
  { elapsedMs: 61_000, limitMs: 360_000, is: 90_000 },
  { elapsedMs: 301_000, limitMs: 360_000, is: 360_000 },
  { elapsedMs: 400_000, limitMs: 360_000, is: 360_000 },
])("$elapsedMs ms of $limitMs are told as $is", ({ elapsedMs, limitMs, is }) => {
  expect(durationStep(elapsedMs, limitMs)).toBe(is);
});
