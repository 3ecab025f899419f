import type { Check } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { ScriptedSandbox } from "../../test/scripted-sandbox.ts";
import type { Run } from "../sandbox.ts";
import { type HandedIn, replayRun } from "./replay-run.ts";

const checks: readonly Check[] = [
  { method: "exit_code", expected: 0 },
  { method: "output_match", pattern: "^ok$" },
];
const handedIn: HandedIn = {
  spec: { command: "make test", files: new Map([["src/a.txt", "one\n"]]) },
  result: "fix it",
  checks,
};
const bounds = { leftMs: () => 5_000, signal: new AbortController().signal };

test("the result, and then the command of the terms alone, once", async () => {
  const sandbox = new ScriptedSandbox(() => ({ stdout: "ok" }));
  const evidence = { exit_code: 0n, output: "ok" };
  expect(await replayRun(handedIn, sandbox, bounds)).toEqual({ verdict: "pass", evidence });
  expect(sandbox.ran).toEqual(["run fix it", "rehearse make test"]);
  expect(sandbox.commands.every(({ timeoutMs }) => timeoutMs === 5_000)).toBe(true);
});

test.each<{ what: string; of: string; run: Partial<Run>; is: string }>([
  {
    what: "a result that ends badly, if the checks pass",
    of: "fix it",
    run: { exitCode: 1 },
    is: "pass",
  },
  {
    what: "a result that was stopped",
    of: "fix it",
    run: { exitCode: null, stoppedBy: "time" },
    is: "no_verdict",
  },
  { what: "another exit code", of: "make test", run: { exitCode: 2, stdout: "ok" }, is: "fail" },
  { what: "another output", of: "make test", run: { stdout: "no" }, is: "fail" },
  {
    what: "a command that was stopped",
    of: "make test",
    run: { exitCode: null, stoppedBy: "memory" },
    is: "no_verdict",
  },
  {
    what: "a broken sandbox",
    of: "make test",
    run: { exitCode: null, stoppedBy: "broken" },
    is: "no_verdict",
  },
])("$what: $is", async ({ of, run, is }) => {
  const sandbox = new ScriptedSandbox((text) => ({
    stdout: "ok",
    ...(text.startsWith(of) ? run : {}),
  }));
  expect(await replayRun(handedIn, sandbox, bounds)).toMatchObject({ verdict: is });
});

test.each([0, 1])("without time after %i steps there is no verdict", async (steps) => {
  const sandbox = new ScriptedSandbox(() => ({ stdout: "ok" }));
  const leftMs = () => (sandbox.ran.length < steps ? 1 : 0);
  expect(await replayRun(handedIn, sandbox, { ...bounds, leftMs })).toMatchObject({
    verdict: "no_verdict",
    evidence: { reason: expect.stringContaining("no time left") },
  });
  expect(sandbox.ran).toHaveLength(steps);
});
