import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../canonical/json.ts";
import { isReplayable, judgeAll, namedChecks } from "./check.ts";
import type { Check } from "./kinds.ts";

const exitCode = (expected: number): Check => ({ method: "exit_code", expected });
const match = (pattern: string): Check => ({ method: "output_match", pattern });
const principal: Check = { method: "principal" };

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

  test("nothing is judged after the first failure", () => {
    const read: string[] = [];
    const seen = (output: string): JsonObject => ({
      get output() {
        read.push(output);
        return output;
      },
    });
    const checks = [match("a"), match("x"), match("c")];
    expect(judgeAll(checks, [seen("a"), seen("b"), seen("c")])).toBe("fail");
    expect(read).toEqual(["a", "b"]);
  });
});

test("a check of one step is named after its method", () => {
  expect(namedChecks(exitCode(0), { exit_code: 1n })).toEqual([
    { name: "exit_code", verdict: "fail", details: null },
  ]);
});

test.each([
  { work: "command", checks: [exitCode(0)], is: false },
  { work: "run", checks: [exitCode(0), match("ok")], is: true },
  { work: "task", checks: [exitCode(0)], is: false },
  { work: "patch", checks: [exitCode(0)], is: true },
  { work: "run", checks: [exitCode(0), principal], is: false },
] as const)("a court can run the checks of $work again: $is", ({ work, checks, is }) => {
  expect(isReplayable(work, checks)).toBe(is);
});
