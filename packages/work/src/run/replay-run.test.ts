import type { Check } from "@bazaar/kernel";
import { describe, expect, test } from "vitest";
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
const LIMIT_MS = 5_000;

/** Each sandbox is told how many were opened before it. */
async function replayed(
  script: (text: string, opened: number) => Partial<Run>,
  { leftMs = 60_000, of = handedIn } = {},
) {
  const opened: ScriptedSandbox[] = [];
  const { verdict, evidence } = await replayRun(of, {
    openSandbox: async () => {
      const before = opened.length;
      const sandbox = new ScriptedSandbox((text) => ({ stdout: "ok", ...script(text, before) }));
      opened.push(sandbox);
      return sandbox;
    },
    leftMs: () => leftMs,
    limitMs: LIMIT_MS,
    signal: new AbortController().signal,
  });
  return { verdict, evidence, opened, ran: opened.map(({ ran }) => ran) };
}

const stopped = (by: Run["stoppedBy"]): Partial<Run> => ({ exitCode: null, stoppedBy: by });

const WITH_RESULT = ["run fix it", "rehearse make test"];
const WITHOUT = ["rehearse make test"];

test("the result, and then the command of the terms alone, once, in the time of one run", async () => {
  const { verdict, evidence, opened, ran } = await replayed((text) => ({
    durationMs: text === "fix it" ? 1_000 : 1,
  }));
  expect({ verdict, evidence }).toEqual({
    verdict: "pass",
    evidence: { exit_code: 0n, output: "ok" },
  });
  expect(ran).toEqual([WITH_RESULT]);
  expect(opened[0]?.commands.map(({ timeoutMs }) => timeoutMs)).toEqual([LIMIT_MS, 4_000]);
});

test.each<{ what: string; of: string; run: Partial<Run>; is: string }>([
  {
    what: "a result that ends badly, if the checks pass",
    of: "fix it",
    run: { exitCode: 1 },
    is: "pass",
  },
  { what: "another exit code", of: "make test", run: { exitCode: 2, stdout: "ok" }, is: "fail" },
  { what: "another output", of: "make test", run: { stdout: "no" }, is: "fail" },
  { what: "a server that closes", of: "make test", run: stopped("halted"), is: "no_verdict" },
])("$what: $is", async ({ of, run, is }) => {
  const { verdict, ran } = await replayed((text) => (text === of ? run : {}));
  expect(verdict).toBe(is);
  expect(ran).toEqual([WITH_RESULT]);
});

/** What a result can do so that the checks do not decide. */
const SPOILT: readonly { what: string; of: string; run: Partial<Run>; isTwice: boolean }[] = [
  { what: "it does not end", of: "fix it", run: stopped("time"), isTwice: false },
  { what: "it fills the disk", of: "fix it", run: stopped("disk"), isTwice: true },
  { what: "the command does not end", of: "make test", run: stopped("time"), isTwice: false },
  { what: "the command forks", of: "make test", run: stopped("processes"), isTwice: true },
  {
    what: "the command takes down its jail",
    of: "make test",
    run: stopped("broken"),
    isTwice: true,
  },
  {
    what: "the command is killed",
    of: "make test",
    run: { exitCode: null, signal: "SIGKILL" },
    isTwice: true,
  },
];

describe.each(SPOILT)("a result after which $what", ({ of, run, isTwice }) => {
  const withResult = isTwice ? [WITH_RESULT, WITH_RESULT] : [WITH_RESULT];
  const tries = of === "fix it" ? withResult.map(() => ["run fix it"]) : withResult;

  test("fails, if the checks decide on the files alone", async () => {
    const { verdict, evidence, ran } = await replayed((text, before) =>
      text === of && before < tries.length ? run : { exitCode: text === of ? 2 : 0 },
    );
    expect(verdict).toBe("fail");
    expect(evidence).toMatchObject({ decided_before: true });
    expect(ran).toEqual([...tries, WITHOUT]);
  });

  test("has no verdict, if they do not decide there either", async () => {
    const { verdict, evidence } = await replayed((text, before) =>
      text === of || before === tries.length ? run : {},
    );
    expect(verdict).toBe("no_verdict");
    expect(evidence).toMatchObject({ decided_before: false });
  });
});

test("what others used of the machine is not held against a result", async () => {
  const { verdict, ran } = await replayed((text, before) =>
    text === "make test" && before === 0 ? stopped("disk") : {},
  );
  expect(verdict).toBe("pass");
  expect(ran).toEqual([WITH_RESULT, WITH_RESULT]);
});

test("a result that hides the pattern behind a long output fails", async () => {
  const of: HandedIn = { ...handedIn, checks: checks.slice(1) };
  const long = { stdout: "no\n".repeat(10_000) };
  const { verdict, ran } = await replayed((_, before) => (before === 0 ? long : { stdout: "no" }), {
    of,
  });
  expect(verdict).toBe("fail");
  expect(ran).toEqual([WITH_RESULT, WITHOUT]);
  expect((await replayed(() => long, { of })).verdict).toBe("no_verdict");
});

describe("without time", () => {
  test("for a whole run, a command that does not end has no verdict", async () => {
    const { verdict, evidence, ran } = await replayed(
      (text) => (text === "make test" ? stopped("time") : {}),
      { leftMs: LIMIT_MS - 1 },
    );
    expect([verdict, evidence.stopped_by]).toEqual(["no_verdict", "deadline"]);
    expect(ran).toEqual([WITH_RESULT]);
  });

  test("nothing is run", async () => {
    const { verdict, evidence, ran } = await replayed(() => ({}), { leftMs: 0 });
    expect(verdict).toBe("no_verdict");
    expect(evidence.reason).toContain("no time left");
    expect(ran).toEqual([]);
  });
});
