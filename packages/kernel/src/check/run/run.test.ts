import { describe, expect, test } from "vitest";
import { fields } from "../../canonical/fields.ts";
import { sha256Hex } from "../../canonical/hash.ts";
import type { Json, JsonObject } from "../../canonical/json.ts";
import { type RunCheck, run } from "./run.ts";

const check: RunCheck = {
  method: "run",
  commands: [
    { cmd: "make", continueOnFail: false },
    { cmd: "make test", continueOnFail: true },
    { cmd: "make doc", continueOnFail: false },
  ],
};
const end = (exitCode: bigint, output = "") => ({
  exit_code: exitCode,
  stdout_sha256: sha256Hex(output),
  stderr_sha256: sha256Hex(""),
});
const claim = (at: number, exitCode = 0n, output = "") => ({
  cmd_sha256: sha256Hex(check.commands[at]!.cmd),
  ...end(exitCode, output),
});
const ALL = [claim(0), claim(1), claim(2)];
const SAME = [end(0n), end(0n), end(0n)];
const STOPPED = { stopped_by: "time" };

function steps(evidence: JsonObject): Record<string, string> {
  const named = run.named!(check, evidence);
  return Object.fromEntries(named.map(({ name, verdict }) => [name, verdict]));
}

const GOOD = {
  schema_valid: "pass",
  commands_match: "pass",
  status_consistent: "pass",
  exit_codes_match: "pass",
  output_hashes_match: "pass",
  previews_match: "pass",
};

describe("a true report passes", () => {
  test.each<{ what: string; claimed: JsonObject; rerun: readonly Json[] }>([
    { what: "of commands that succeed", claimed: { runs: ALL, status: "success" }, rerun: SAME },
    {
      what: "of a failure after which the rest was run",
      claimed: { runs: [claim(0), claim(1, 2n), claim(2)], status: "failed" },
      rerun: [end(0n), end(2n), end(0n)],
    },
    {
      what: "of a failure that ended it",
      claimed: { runs: [claim(0, 2n)], status: "failed" },
      rerun: [end(2n)],
    },
  ])("$what", ({ claimed, rerun }) => {
    expect(steps({ claimed, rerun })).toEqual(GOOD);
    expect(run.judge(check, { claimed, rerun })).toBe("pass");
  });
});

describe("the provider's own words", () => {
  test.each<{ what: string; step: string; runs: readonly Json[]; status: string }>([
    {
      what: "another command",
      step: "commands_match",
      runs: [claim(1), claim(1), claim(2)],
      status: "success",
    },
    {
      what: "commands in another order",
      step: "commands_match",
      runs: [claim(0), claim(2), claim(1)],
      status: "success",
    },
    { what: "a command more", step: "commands_match", runs: [...ALL, claim(2)], status: "failed" },
    {
      what: "a run that goes on after a failure",
      step: "commands_match",
      runs: [claim(0, 1n), claim(1), claim(2)],
      status: "failed",
    },
    {
      what: "a run that ends after a failure that was to be ignored",
      step: "commands_match",
      runs: [claim(0), claim(1, 1n)],
      status: "failed",
    },
    {
      what: "success with a failure",
      step: "status_consistent",
      runs: [claim(0), claim(1, 1n), claim(2)],
      status: "success",
    },
    { what: "a failure without one", step: "status_consistent", runs: ALL, status: "failed" },
    {
      what: "commands that were not run to their end",
      step: "status_consistent",
      runs: [claim(0)],
      status: "timeout",
    },
    { what: "a run that was canceled", step: "status_consistent", runs: [], status: "cancelled" },
    { what: "an error of the provider", step: "status_consistent", runs: [], status: "error" },
  ])("fail with $what: $step", ({ step, runs, status }) => {
    expect(steps({ claimed: { runs, status }, rerun: SAME })).toMatchObject({
      schema_valid: "pass",
      [step]: "fail",
    });
  });

  test.each([
    { what: "success", runs: [claim(0)], status: "success" },
    { what: "nothing", runs: [], status: "success" },
  ])("fail with $what after too few commands", ({ runs, status }) => {
    expect(steps({ claimed: { runs, status } })).toMatchObject({
      commands_match: "fail",
      status_consistent: "fail",
    });
  });
});

describe("compared with reruns", () => {
  const other = [end(0n), end(0n, "other"), end(0n)];
  const third = [end(0n), end(0n, "third"), end(0n)];
  const fails = [end(0n), end(1n), end(0n)];
  const outputs = "output_hashes_match";
  const codes = "exit_codes_match";

  test.each<{ what: string; evidence: JsonObject; step: string; is: string }>([
    {
      what: "an output that differs from two equal reruns",
      evidence: { rerun: other, rerun_again: other },
      step: outputs,
      is: "fail",
    },
    {
      what: "an output that always differs",
      evidence: { rerun: other, rerun_again: third },
      step: outputs,
      is: "no_verdict",
    },
    {
      what: "an output that differs from one rerun",
      evidence: { rerun: other },
      step: outputs,
      is: "no_verdict",
    },
    {
      what: "an exit code that differs from two equal reruns",
      evidence: { rerun: fails, rerun_again: fails },
      step: codes,
      is: "fail",
    },
    {
      what: "an exit code that differs from time to time",
      evidence: { rerun: fails, rerun_again: SAME },
      step: codes,
      is: "no_verdict",
    },
    {
      what: "a rerun that was stopped",
      evidence: { rerun: [end(0n), STOPPED] },
      step: codes,
      is: "no_verdict",
    },
    {
      what: "a rerun that ended early",
      evidence: { rerun: [end(0n)] },
      step: codes,
      is: "no_verdict",
    },
    {
      what: "a rerun of another form",
      evidence: { rerun: [1n, null, {}] },
      step: codes,
      is: "no_verdict",
    },
    { what: "no rerun", evidence: {}, step: codes, is: "no_verdict" },
  ])("$what: $is", ({ evidence, step, is }) => {
    expect(steps({ claimed: { runs: ALL, status: "success" }, ...evidence })[step]).toBe(is);
  });

  test("a command that is said not to have ended failed, if the reruns end", () => {
    const claimed = { runs: [claim(0, -1n)], status: "failed" };
    expect(run.judge(check, { claimed, rerun: SAME, rerun_again: SAME })).toBe("fail");
    expect(run.judge(check, { claimed, rerun: [STOPPED] })).toBe("no_verdict");
  });

  test("what did not run through is open until a rerun does", () => {
    expect(run.judge(check, { claimed: { runs: [], status: "error" } })).toBe("no_verdict");
  });

  describe("a command that exceeds a limit of the job", () => {
    const late = { ...STOPPED, exceeds: "timeout_secs" };
    const large = { stopped_by: "memory", exceeds: "memory_mb" };
    const timeout = { runs: [claim(0), claim(1, -1n)], status: "timeout" };
    const stopped = { runs: [claim(0), claim(1, -1n)], status: "failed" };
    const ended = { runs: ALL, status: "success" };

    test.each<{ what: string; evidence: JsonObject; is: string }>([
      { what: "time", evidence: { claimed: timeout, rerun: [end(0n), late] }, is: "pass" },
      { what: "memory", evidence: { claimed: stopped, rerun: [end(0n), large] }, is: "pass" },
      {
        what: "a limit of the checker",
        evidence: { claimed: timeout, rerun: [end(0n), STOPPED] },
        is: "no_verdict",
      },
      {
        what: "time, but ends in a rerun",
        evidence: { claimed: timeout, rerun: SAME },
        is: "fail",
      },
      {
        what: "time, but later",
        evidence: { claimed: timeout, rerun: [end(0n), end(0n), late] },
        is: "fail",
      },
      {
        what: "time without saying which",
        evidence: { claimed: { runs: [], status: "timeout" }, rerun: [late] },
        is: "fail",
      },
      {
        what: "memory, but says time",
        evidence: { claimed: timeout, rerun: [end(0n), large] },
        is: "fail",
      },
    ])("and is reported as such, $what: $is", ({ evidence, is }) => {
      expect(run.judge(check, evidence)).toBe(is);
    });

    test.each<{ what: string; evidence: JsonObject; is: string }>([
      { what: "time", evidence: { rerun: [end(0n), late] }, is: "fail" },
      { what: "memory once", evidence: { rerun: [end(0n), large] }, is: "no_verdict" },
      {
        what: "memory each time",
        evidence: { rerun: [end(0n), large], rerun_again: [end(0n), large] },
        is: "fail",
      },
      {
        what: "memory, and then not",
        evidence: { rerun: [end(0n), large], rerun_again: SAME },
        is: "no_verdict",
      },
      {
        what: "a limit that no job names",
        evidence: { rerun: [end(0n), { ...STOPPED, exceeds: "patience" }] },
        is: "no_verdict",
      },
    ])("did not end as was said, $what: $is", ({ evidence, is }) => {
      expect(run.judge(check, { claimed: ended, ...evidence })).toBe(is);
    });

    test("ends the run, also where a failure would not", () => {
      const on = { runs: [claim(0), claim(1, -1n), claim(2)], status: "failed" };
      expect(steps({ claimed: on })).toMatchObject({ commands_match: "fail" });
    });
  });

  test("a command that a signal ends is compared with one that has no exit code", () => {
    const { exit_code: _, ...rest } = end(0n);
    const crash = { ...rest, signal: "SIGSEGV" };
    const claimed = { runs: [claim(0, -1n)], status: "failed" };
    expect(run.judge(check, { claimed, rerun: [crash] })).toBe("pass");
    const ended = { runs: [claim(0, 1n)], status: "failed" };
    expect(run.judge(check, { claimed: ended, rerun: [crash], rerun_again: [crash] })).toBe("fail");
  });

  test("a provider that stops at a made-up failure is found out", () => {
    const claimed = { runs: [claim(0, 1n)], status: "failed" };
    expect(run.judge(check, { claimed, rerun: SAME, rerun_again: SAME })).toBe("fail");
  });
});

test.each<{ what: string; claimed: Json; is: string }>([
  { what: "a result that is not an object", claimed: [], is: "fail" },
  { what: "an unknown status", claimed: { runs: ALL, status: "fine" }, is: "fail" },
  {
    what: "a hash in capitals",
    claimed: { runs: [{ ...claim(0), stdout_sha256: "A".repeat(64) }], status: "failed" },
    is: "fail",
  },
  {
    what: "an exit code of text",
    claimed: { runs: [{ ...claim(0), exit_code: "0" }], status: "failed" },
    is: "fail",
  },
  {
    what: "101 runs",
    claimed: { runs: Array<Json>(101).fill(claim(0)), status: "failed" },
    is: "fail",
  },
])("$what: $is", ({ claimed, is }) => {
  expect(run.judge(check, { claimed, rerun: SAME })).toBe(is);
});

test("without a result there is no verdict", () => {
  expect(run.judge(check, { rerun: SAME })).toBe("no_verdict");
});

test.each<{ what: string; commands: Json; field: string }>([
  { what: "no commands", commands: [], field: "check.commands" },
  {
    what: "101 commands",
    commands: Array<Json>(101).fill({ cmd: "a", continue_on_fail: true }),
    field: "check.commands",
  },
  {
    what: "an empty command",
    commands: [{ cmd: "", continue_on_fail: true }],
    field: "check.commands[0].cmd",
  },
  {
    what: "a command that leaves it open",
    commands: [{ cmd: "a" }],
    field: "check.commands[0].continue_on_fail",
  },
])("terms with $what are refused", ({ commands, field }) => {
  const read = fields({ method: "run", commands }, "check");
  run.read(read, "terms", () => null);
  expect(read.problem?.field).toBe(field);
});

test("what a report shows of an output is compared where the output is the same", () => {
  const claimed = { runs: ALL, status: "success" };
  const shown = (rerun: JsonObject) => steps({ claimed, rerun: [end(0n), rerun, end(0n)] });
  const differs = { preview_differs: true };
  expect(shown({ ...end(0n), ...differs })).toEqual({ ...GOOD, previews_match: "fail" });
  expect(shown({ ...end(0n, "other"), ...differs }).previews_match).toBe("pass");
});
