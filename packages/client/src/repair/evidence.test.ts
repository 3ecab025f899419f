import type { Contract } from "@bazaar/doors/connection";
import { type Check, chainJson, type JsonObject, judgeRun, TEXT_LIMITS } from "@bazaar/kernel";
import type { Run } from "@bazaar/work";
import { describe, expect, test } from "vitest";
import { evidenceOf, failureEvidence } from "./evidence.ts";

const RUN: Run = {
  exitCode: 0,
  signal: null,
  stoppedBy: null,
  stdout: "ok\n",
  output: "warning\nok\n",
  stdoutSha256: "",
  stderrSha256: "",
  isCut: false,
  durationMs: 1.4,
};
const asIs = (text: string): string => text;

test.each<{ what: string; run: Partial<Run>; says: object }>([
  { what: "an exit code", run: { exitCode: 7 }, says: { exit_code: 7n } },
  { what: "a limit", run: { exitCode: null, stoppedBy: "time" }, says: { stopped_by: "time" } },
  { what: "a signal", run: { exitCode: null, signal: "SIGSEGV" }, says: { signal: "SIGSEGV" } },
])("a run that ends by $what records only that", ({ run, says }) => {
  const { exit_code, stopped_by, signal } = evidenceOf({ ...RUN, ...run }, asIs);
  expect({ exit_code, stopped_by, signal }).toEqual({
    exit_code: undefined,
    stopped_by: undefined,
    signal: undefined,
    ...says,
  });
});

test("what a command waited for stands behind what it printed", () => {
  const stoppedBy = "waiting";
  const words = "perl is a server: it listens on port 80 and does not end";
  const waits = { for: "end", words } as const;
  const run = { ...RUN, exitCode: null, stoppedBy, waits } as const;
  expect(evidenceOf(run, asIs)).toMatchObject({
    stopped_by: "waiting",
    output: "ok\n",
    waits,
    tail: `warning\nok\n${words}\n`,
  });
});

test("a secret is removed before showing and hashing", () => {
  const scrub = (text: string): string => text.replaceAll("hunter2", "***");
  const leaky = { ...RUN, stdout: "hunter2\n", output: "hunter2\n" };
  const clean = { ...RUN, stdout: "***\n", output: "***\n" };
  expect(evidenceOf(leaky, scrub)).toEqual(evidenceOf(clean, scrub));
});

test.each(["x", "\\", "中", "😀", "\u0001"])(
  "a megabyte of %j is cut to fit an act, in whole characters",
  (piece) => {
    const text = `a${piece.repeat(1_000_000 / piece.length)}`;
    const evidence = evidenceOf({ ...RUN, stdout: text, output: text }, asIs);
    expect(chainJson(evidence).length).toBeLessThanOrEqual(TEXT_LIMITS.evidence);
    expect(evidence).toMatchObject({ is_cut: true });
    expect(String(evidence.output).isWellFormed()).toBe(true);
  },
);

describe("a failure is reported", () => {
  const exits: Check = { method: "exit_code", expected: 0 };
  const saysOk: Check = { method: "output_match", pattern: "ok" };

  /** As far as it matters here: what is agreed, and what the agent has handed in. */
  const handedIn = (checks: readonly Check[], fix: JsonObject = {}): Contract =>
    ({
      state: { terms: { checks } },
      transcript: { entries: [{ type: "fix", seq: 3, data: fix }] },
    }) as unknown as Contract;

  test("with the run, if that shows a failure or nothing", () => {
    for (const evidence of [{ exit_code: 1n, output: "ok" }, { signal: "SIGKILL" }, {}]) {
      expect(failureEvidence(handedIn([exits]), evidence)).toEqual(evidence);
    }
    expect(failureEvidence(handedIn([saysOk]), { exit_code: 0n, output: "no" })).toMatchObject({
      exit_code: 0n,
    });
  });

  test("without what passes the checks, if only the fix is not taken", () => {
    const passing = evidenceOf(RUN, asIs);
    for (const checks of [[exits], [saysOk], [exits, saysOk]]) {
      const evidence = failureEvidence(handedIn(checks), passing);
      expect(judgeRun(checks, evidence)).toBe("no_verdict");
      expect(evidence).toMatchObject({ passed: true, duration_ms: 1n });
    }
  });

  test("without admitting anything, if the agent has replaced the command that is checked", () => {
    const evidence = failureEvidence(handedIn([exits], { command: "true" }), evidenceOf(RUN, asIs));
    expect(evidence).toMatchObject({ duration_ms: 1n, not_taken: true });
    expect(evidence).not.toHaveProperty("passed");
    expect(evidence).not.toHaveProperty("exit_code");
  });
});
