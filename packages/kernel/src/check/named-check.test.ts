import { expect, test } from "vitest";
import { sha256Hex } from "../canonical/hash.ts";
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

test("the evidence hash is that of the canonical list of checks", () => {
  const result = verificationResult(
    [{ name: "tests_pass", verdict: "no_verdict", details: "stopped by time" }],
    true,
  );
  const text = '[{"details":"stopped by time","name":"tests_pass","passed":false}]';
  expect(result).toEqual({
    passed: false,
    checks: [{ name: "tests_pass", passed: false, details: "stopped by time" }],
    trajectory_valid: true,
    evidence_hash: `sha256:${sha256Hex(text)}`,
  });
});

test("details that end in half a character still have a hash", () => {
  const [check] = named("pass");
  expect(verificationResult([{ ...check!, details: "a\ud83d" }], false)).toMatchObject({
    passed: true,
    checks: [{ details: "a\ufffd" }],
    trajectory_valid: false,
  });
});
