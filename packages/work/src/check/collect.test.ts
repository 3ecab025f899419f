import { type Check, judge, REPLAYABLE_METHODS } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { ScriptedSandbox } from "../../test/scripted-sandbox.ts";
import type { Run } from "../sandbox.ts";
import { collect, collectAll } from "./collect.ts";
import { COLLECTORS } from "./collectors.ts";

const exitsZero: Check = { method: "exit_code", expected: 0 };
const saysOk: Check = { method: "output_match", pattern: "^ok" };

test.each<{ what: string; check: Check; run: Partial<Run>; is: string }>([
  { what: "the exit code that is wanted", check: exitsZero, run: { exitCode: 0 }, is: "pass" },
  { what: "another exit code", check: exitsZero, run: { exitCode: 7 }, is: "fail" },
  {
    what: "a command out of time",
    check: exitsZero,
    run: { exitCode: null, stoppedBy: "time" },
    is: "no_verdict",
  },
  {
    what: "an exit code of a stopped command",
    check: exitsZero,
    run: { exitCode: 0, stoppedBy: "memory" },
    is: "no_verdict",
  },
  {
    what: "a broken sandbox",
    check: exitsZero,
    run: { exitCode: null, stoppedBy: "broken" },
    is: "no_verdict",
  },
  {
    what: "a command killed by a signal",
    check: exitsZero,
    run: { exitCode: null, signal: "SIGSEGV" },
    is: "no_verdict",
  },
  { what: "the pattern in its output", check: saysOk, run: { stdout: "ok\n" }, is: "pass" },
  { what: "another output", check: saysOk, run: { stdout: "no\n" }, is: "fail" },
  {
    what: "the pattern on standard error",
    check: saysOk,
    run: { stdout: "", output: "ok\n" },
    is: "fail",
  },
  {
    what: "an output that was cut before the pattern",
    check: saysOk,
    run: { stdout: "no", isCut: true },
    is: "no_verdict",
  },
  {
    what: "the pattern, and then out of time",
    check: saysOk,
    run: { stdout: "ok\n", stoppedBy: "time" },
    is: "no_verdict",
  },
])("$check.method of $what: $is", async ({ check, run, is }) => {
  const sandbox = new ScriptedSandbox(() => run);
  const evidence = await collect(check, { text: "make test" }, sandbox);
  expect(judge(check, evidence)).toBe(is);
  expect(sandbox.ran).toEqual(["rehearse make test"]);
});

test("a principal's own check runs nothing and says nothing", async () => {
  const sandbox = new ScriptedSandbox(() => ({}));
  expect(await collect({ method: "principal" }, { text: "make" }, sandbox)).toEqual({});
  expect(sandbox.ran).toEqual([]);
});

test("every check that can be run again has a collector", () => {
  expect(REPLAYABLE_METHODS.filter((method) => COLLECTORS[method] === null)).toEqual([]);
});

test("several checks are collected from one run, as one evidence", async () => {
  const sandbox = new ScriptedSandbox(() => ({ exitCode: 3, stdout: "ok\n" }));
  const evidence = await collectAll([exitsZero, saysOk, saysOk], { text: "make" }, sandbox);
  expect(evidence).toEqual({ exit_code: 3n, output: "ok\n" });
  expect(sandbox.ran).toEqual(["rehearse make"]);
});

test("of a long output the end is kept, and it says that it was cut", async () => {
  const stdout = `${"\u{1f600}".repeat(8_001)}x`;
  const { output, is_cut } = await collect(
    saysOk,
    { text: "make" },
    new ScriptedSandbox(() => ({ stdout })),
  );
  expect(output).toBe(`${"\u{1f600}".repeat(7_999)}x`);
  expect(is_cut).toBe(true);
});
