import { expect, test } from "vitest";
import { sha256Hex } from "../canonical/hash.ts";
import { Float, type JsonObject } from "../canonical/json.ts";
import { type NamedCheck, verdictOf, verificationResult } from "./named-check.ts";
import type { Verdict } from "./verdict.ts";

const named = (...verdicts: readonly Verdict[]): NamedCheck[] =>
  verdicts.map((verdict, at) => ({ name: `step_${at}`, verdict, details: null }));

test.each<{ steps: readonly Verdict[]; is: Verdict }>([
  { steps: ["pass", "pass"], is: "pass" },
  { steps: ["pass", "no_verdict"], is: "no_verdict" },
  { steps: ["no_verdict", "fail", "pass"], is: "fail" },
  { steps: [], is: "no_verdict" },
])("$steps together: $is", ({ steps, is }) => {
  expect(verdictOf(named(...steps))).toBe(is);
});

test("the evidence hash is that of the canonical evidence, with its fractions", () => {
  const result = verificationResult(
    [{ name: "tests_pass", verdict: "no_verdict", details: "stopped by time" }],
    { stopped_by: "time", seconds: new Float(1.5), files: 2n, share: new Float(1e-7) },
  );
  const text = '{"files":2,"seconds":1.5,"share":1e-7,"stopped_by":"time"}';
  expect(result).toEqual({
    passed: false,
    checks: [{ name: "tests_pass", passed: false, details: "stopped by time" }],
    evidence_hash: `sha256:${sha256Hex(text)}`,
  });
});

test.each<{ what: string; evidence: JsonObject | null }>([
  { what: "no evidence", evidence: null },
  { what: "evidence with half a character", evidence: { output: "\ud83d" } },
  { what: "an integer that no double holds", evidence: { bytes: 2n ** 53n + 1n } },
])("$what has no hash", ({ evidence }) => {
  expect(verificationResult([], evidence)).toMatchObject({ evidence_hash: null });
});

test("details that end in half a character are shown without it", () => {
  const [check] = named("pass");
  expect(verificationResult([{ ...check!, details: "a\ud83d" }], {})).toMatchObject({
    passed: true,
    checks: [{ details: "a\ufffd" }],
  });
});
