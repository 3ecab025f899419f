import {
  type Check,
  fillTerms,
  isReplayable,
  JOB_SCHEMAS,
  type JsonObject,
  judge,
  type Terms,
} from "@bazaar/kernel";
import { jobEnvelope, PRINCIPAL, sampleOffer } from "@bazaar/testkit";
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

function posted(document: JsonObject): Terms {
  const author = { principal: PRINCIPAL.party, nonce: "00".repeat(32) };
  const budget = { amount: "1", currency: "XNO" };
  const terms = fillTerms("job/1", { ...document, budget }, author, sampleOffer());
  if (!terms.ok) throw new Error(JSON.stringify(terms.refusal));
  return terms.value;
}

const verification = [
  { method: "exit_code", expected: 0n },
  { method: "output_match", pattern: "ok" },
];

test.each<{ what: string; terms: Terms; asks: string }>([
  {
    what: "a command",
    terms: posted({ kind: "run", spec: { command: "make" }, verification }),
    asks: "command",
  },
  ...JOB_SCHEMAS.map(({ id }) => ({ what: id, terms: posted(jobEnvelope(id)), asks: "result" })),
])("what a court runs again of $what is collected as such", ({ terms, asks }) => {
  const collectors = terms.checks.map(({ method }) => COLLECTORS[method]?.asks);
  if (isReplayable(terms)) expect(new Set(collectors)).toEqual(new Set([asks]));
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
