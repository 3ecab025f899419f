import { type JsonObject, judge, sha256Hex } from "@bazaar/kernel";
import { describe, expect, test } from "vitest";
import { ScriptedSandbox } from "../../../test/scripted-sandbox.ts";
import type { Run } from "../../sandbox.ts";
import { type AskedLimits, CHECK_LIMITS } from "../check-limits.ts";
import { collectRun } from "./collect-run.ts";

const CHECK = { method: "run" as const, commands: [{ cmd: "make", continueOnFail: false }] };
const MIB = 2 ** 20;

/** What is found of a result that says that `make` succeeded, or did not end. */
async function found(
  run: Partial<Run>,
  { resources = {}, exitCode = 0n, status = "success", leftMs = 60_000, shows = {} } = {},
) {
  const asked: (AskedLimits | undefined)[] = [];
  const sandbox = new ScriptedSandbox(() => run);
  const hashes = { stdout_sha256: sha256Hex(""), stderr_sha256: sha256Hex("") };
  const result = { status, runs: [{ cmd: "make", exit_code: exitCode, ...hashes, ...shows }] };
  const limits = { timeout_secs: 10n, ...resources };
  const payload: JsonObject = {
    sandbox: { network_policy: "none", resources: limits },
    commands: [{ cmd: "make" }],
  };
  const evidence = await collectRun(
    CHECK,
    { payload, repository: null, result, sampleSeed: "" },
    {
      openSandbox: async (_, limits) => {
        asked.push(limits);
        return sandbox;
      },
      readArtifact: async () => null,
      leftMs: () => leftMs,
      limitMs: 10_000,
      signal: new AbortController().signal,
    },
  );
  return { evidence, asked, sandbox, verdict: judge(CHECK, evidence) };
}

const stopped = (by: Run["stoppedBy"]): Partial<Run> => ({ exitCode: null, stoppedBy: by });

describe("commands that are run again", () => {
  test("have the memory and the disk that the job names, and twice its time", async () => {
    const { asked, sandbox, verdict } = await found(
      {},
      { resources: { memory_mb: 2n, disk_mb: 3n } },
    );
    expect(asked).toEqual([{ memoryBytes: 2 * MIB, diskBytes: 3 * MIB }]);
    expect(sandbox.commands.map(({ timeoutMs }) => timeoutMs)).toEqual([20_000]);
    expect(verdict).toBe("pass");
  });

  test.each([
    { what: "time", by: "time" as const, resources: {}, exceeds: "timeout_secs", times: 1 },
    {
      what: "memory",
      by: "memory" as const,
      resources: { memory_mb: 1_024n },
      exceeds: "memory_mb",
      times: 2,
    },
    { what: "disk", by: "disk" as const, resources: { disk_mb: 1n }, exceeds: "disk_mb", times: 2 },
  ])("and exceed the job's $what contradict that they ended", async (given) => {
    const { by, resources, exceeds, times } = given;
    const { evidence, verdict, sandbox } = await found(stopped(by), { resources });
    expect(evidence.rerun).toMatchObject([{ stopped_by: by, exceeds }]);
    expect(verdict).toBe("fail");
    expect(sandbox.ran).toHaveLength(times);
    const honest = { resources, exitCode: -1n, status: by === "time" ? "timeout" : "failed" };
    expect((await found(stopped(by), honest)).verdict).toBe("pass");
  });

  test.each([
    { what: "the checker's memory", by: "memory" as const, resources: {} },
    {
      what: "less memory than the job names",
      by: "memory" as const,
      resources: { memory_mb: BigInt(CHECK_LIMITS.memoryBytes / MIB) + 1n },
    },
    { what: "the checker's processes", by: "processes" as const, resources: {} },
    { what: "a broken sandbox", by: "broken" as const, resources: {} },
  ])("and exceed $what contradict nothing", async ({ by, resources }) => {
    const { evidence, verdict } = await found(stopped(by), { resources });
    expect(evidence.rerun).toEqual([expect.not.objectContaining({ exceeds: expect.anything() })]);
    expect(verdict).toBe("no_verdict");
  });

  test("and have less time than that contradict nothing", async () => {
    const { evidence, verdict } = await found(stopped("time"), { leftMs: 19_999 });
    expect(evidence.rerun).toMatchObject([{ stopped_by: "deadline" }]);
    expect(verdict).toBe("no_verdict");
  });
});

test.each([
  { preview: "all is well\n", verdict: "pass" },
  { preview: "is well\n", verdict: "pass" },
  { preview: "\ufffdis well\n", verdict: "pass" },
  { preview: "", verdict: "pass" },
  { preview: "nothing is well\n", verdict: "fail" },
  { preview: "all is well", verdict: "fail" },
])("a result that shows $preview of what was printed: $verdict", async (given) => {
  const stdout = "all is well\n";
  const shows = { stdout_sha256: sha256Hex(stdout), stdout_preview: given.preview };
  expect((await found({ stdout }, { shows })).verdict).toBe(given.verdict);
});
