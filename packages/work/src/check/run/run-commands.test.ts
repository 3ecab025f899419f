import { describe, expect, test } from "vitest";
import { ScriptedSandbox } from "../../../test/scripted-sandbox.ts";
import type { Run } from "../../sandbox.ts";
import { runCommands } from "./run-commands.ts";
import { readSandboxRun, type SandboxRun } from "./sandbox-run.ts";

const PAYLOAD = {
  sandbox: { network_policy: "none", resources: { timeout_secs: 10n } },
  commands: [
    { cmd: "make", workdir: "src/a b" },
    { cmd: "make test", continue_on_fail: true },
    { cmd: "make doc" },
  ],
  env: { WHO: "it's me" },
};
const signal = new AbortController().signal;

async function runs(script: (text: string) => Partial<Run>, leftMs = 60_000) {
  const sandbox = new ScriptedSandbox(script);
  const job = readSandboxRun(PAYLOAD) as SandboxRun;
  const ends = await runCommands(job, sandbox, "repository", { leftMs: () => leftMs, signal });
  return { codes: ends.map(({ exitCode }) => exitCode), sandbox };
}

describe("the commands of a job", () => {
  test("run in order, in their directories, with their variables", async () => {
    const { codes, sandbox } = await runs(() => ({}));
    expect(codes).toEqual([0, 0, 0]);
    const [first, second] = sandbox.ran;
    expect(first).toBe("run cd ./'repository/src/a b' || exit\nexport WHO='it'\\''s me'\nmake");
    expect(second).toContain("cd ./repository || exit\n");
  });

  test.each<{ what: string; fails: string; run: Partial<Run>; is: unknown }>([
    { what: "one that fails", fails: "make", run: { exitCode: 2 }, is: [2] },
    {
      what: "one that fails and does not matter",
      fails: "make test",
      run: { exitCode: 2 },
      is: [0, 2, 0],
    },
    {
      what: "one that is stopped, whether or not it matters",
      fails: "make test",
      run: { exitCode: null, stoppedBy: "time" },
      is: [0, null],
    },
    {
      what: "one that a signal ends",
      fails: "make test",
      run: { exitCode: null, signal: "SIGSEGV" },
      is: [0, null],
    },
  ])("end after $what: $is", async ({ fails, run, is }) => {
    const { codes } = await runs((text) => (text.endsWith(`\n${fails}`) ? run : {}));
    expect(codes).toEqual(is);
  });

  test("share the time of the job, and have no more than is left", async () => {
    const own = await runs(() => ({ durationMs: 4_000 }));
    expect(own.sandbox.commands.map(({ timeoutMs }) => timeoutMs)).toEqual([10_000, 6_000, 2_000]);
    const late = await runs(() => ({ durationMs: 6_000 }), 3_000);
    expect(late.sandbox.commands.map(({ timeoutMs }) => timeoutMs)).toEqual([3_000, 3_000, 1]);
  });
});

test.each([
  { what: "no commands", changes: { commands: [] } },
  { what: "a directory outside", changes: { commands: [{ cmd: "a", workdir: "../b" }] } },
  { what: "an absolute directory", changes: { commands: [{ cmd: "a", workdir: "/etc" }] } },
  { what: "a variable that is a command", changes: { env: { "A=$(id);B": "" } } },
  { what: "a variable that is not text", changes: { env: { A: 1n } } },
  { what: "no time", changes: { sandbox: { resources: {} } } },
])("a job with $what is not run", ({ changes }) => {
  expect(readSandboxRun({ ...PAYLOAD, ...changes })).toBe("The job does not say what to run.");
});
