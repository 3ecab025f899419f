import { type Check, judge } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { collect } from "./collect.ts";
import type { Run, Sandbox, ShellCommand } from "./sandbox.ts";

/** Keeps what it was asked for, and answers every rehearsal with one run. */
class OneRunSandbox implements Sandbox {
  readonly rehearsed: ShellCommand[] = [];
  readonly #run: Run;

  constructor(run: Partial<Run>) {
    this.#run = {
      exitCode: 0,
      signal: null,
      stoppedBy: null,
      stdout: "",
      output: "",
      isCut: false,
      durationMs: 1,
      ...run,
    };
  }

  run(): Promise<Run> {
    return Promise.reject(new Error("a check must leave no trace"));
  }

  rehearse(command: ShellCommand): Promise<Run> {
    this.rehearsed.push(command);
    return Promise.resolve(this.#run);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

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
  const sandbox = new OneRunSandbox(run);
  const evidence = await collect(check, { text: "make test" }, sandbox);
  expect(judge(check, evidence)).toBe(is);
  expect(sandbox.rehearsed).toEqual([{ text: "make test" }]);
});

test("a principal's own check runs nothing and says nothing", async () => {
  const sandbox = new OneRunSandbox({});
  expect(await collect({ method: "principal" }, { text: "make" }, sandbox)).toEqual({});
  expect(sandbox.rehearsed).toEqual([]);
});
