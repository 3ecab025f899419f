import { expect, test } from "vitest";
import type { JsonObject } from "../canonical/json.ts";
import { judgeRun } from "./check.ts";
import { isSupported, undecided, weighReport } from "./evidence.ts";
import type { Check } from "./kinds.ts";

const exitCode = (expected: number): Check => ({ method: "exit_code", expected });
const match = (pattern: string): Check => ({ method: "output_match", pattern });
const principal: Check = { method: "principal" };

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

test.each<{ what: string; isSuccess: boolean; evidence: JsonObject | null; is: string }>([
  { what: "a success that passed", isSuccess: true, evidence: { exit_code: 0n }, is: "supported" },
  {
    what: "a success that failed",
    isSuccess: true,
    evidence: { exit_code: 1n },
    is: "evidence_contradicts",
  },
  {
    what: "a failure that passed",
    isSuccess: false,
    evidence: { exit_code: 0n },
    is: "evidence_contradicts",
  },
  { what: "a failure that failed", isSuccess: false, evidence: { exit_code: 1n }, is: "supported" },
  {
    what: "a failure that was stopped",
    isSuccess: false,
    evidence: { stopped_by: "time" },
    is: "supported",
  },
  { what: "a failure of nothing", isSuccess: false, evidence: {}, is: "unsupported" },
  { what: "a failure without evidence", isSuccess: false, evidence: null, is: "unsupported" },
])("$what: $is", ({ isSuccess, evidence, is }) => {
  const report = weighReport([exitCode(0)], isSuccess, evidence);
  const support = (isFound: boolean) => (isFound ? "supported" : "unsupported");
  expect(report.ok ? support(report.value.isSupported) : report.refusal.code).toBe(is);
});

test("without what decides the checks there is no verdict, and the rest stays", () => {
  const evidence = { exit_code: 0n, output: "ok", approved: true, duration_ms: 5n };
  expect(undecided(evidence)).toEqual({ duration_ms: 5n });
  for (const check of [exitCode(0), match("ok"), principal]) {
    expect(judgeRun([check], evidence)).toBe("pass");
    expect(judgeRun([check], undecided(evidence))).toBe("no_verdict");
  }
});
