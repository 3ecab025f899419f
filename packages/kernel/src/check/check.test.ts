import { jobEnvelope } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { fields } from "../canonical/fields.ts";
import type { Json, JsonObject } from "../canonical/json.ts";
import type { Work } from "../contract/terms.ts";
import { invariant } from "../invariant.ts";
import { readJob } from "../job/envelope.ts";
import { isReplayable, judgeAll, namedChecks } from "./check.ts";
import type { Check } from "./kinds.ts";
import { readChecks, readDocumentCheck } from "./read-check.ts";

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

describe("the market can run again", () => {
  const make = { command: "make" };
  const run = { kind: "run", spec: make } as const;
  const rows: { what: string; work: Work; checks?: readonly Check[]; is: boolean }[] = [
    { what: "a command of the terms", work: run, is: true },
    { what: "its exit code and output", work: run, checks: [exitCode(0), match("a")], is: true },
    { what: "what the principal decides", work: run, checks: [exitCode(0), principal], is: false },
    { what: "a command without its text", work: { kind: "run", spec: {} }, is: false },
    { what: "a command elsewhere", work: { kind: "command", spec: make }, is: false },
    { what: "a task", work: { kind: "task", spec: make, expiresSeconds: null }, is: false },
    { what: "a command beside a patch", work: { kind: "patch", spec: make }, is: false },
    { what: "a command beside a job", work: jobOf("oa.sandbox_run.v1").work, is: false },
    {
      what: "the check of a job without the job",
      work: run,
      checks: jobOf("oa.sandbox_run.v1").checks,
      is: false,
    },
  ];

  test.each(rows)("$what: $is", ({ work, checks = [exitCode(0)], is }) => {
    expect(isReplayable({ work, checks })).toBe(is);
  });

  test.each([
    { id: "oa.patch_gen.v1", is: true, but: { repo_bundle: "b" } },
    { id: "oa.patch_gen.v1", is: true, but: { repo_ref: "main" } },
    { id: "oa.repo_index.v1", is: true, but: { git_ref: null } },
    { id: "oa.sandbox_run.v1", is: true, but: { commands: null } },
    { id: "oa.sandbox_run.v1", is: true, but: { repo: { git_ref: "c".repeat(40) } } },
    { id: "oa.code_review.v1", is: true, but: null },
    { id: "oa.text_gen.v1", is: true, but: null },
    { id: "oa.code_chunk_analysis.v1", is: true, but: null },
    { id: "oa.retrieval_rerank.v1", is: true, but: null },
    { id: "oa.embedding.v1", is: true, but: null },
  ])("a job $id: $is, unless it lacks what is run ($but)", ({ id, is, but }) => {
    const { work, checks } = jobOf(id);
    expect(isReplayable({ work, checks })).toBe(is);
    const payload = but === null ? null : { ...(work.spec.payload as JsonObject), ...but };
    const spec = { ...work.spec, payload };
    expect(isReplayable({ work: { ...work, spec }, checks })).toBe(false);
  });

  test("no vectors that a second run of their model decides about", () => {
    const { work } = jobOf("oa.embedding.v1");
    const check = { method: "embedding", count: 1, dimensions: null, model: null } as const;
    expect(isReplayable({ work, checks: [{ ...check, isDeterministic: true }] })).toBe(false);
    expect(isReplayable({ work, checks: [{ ...check, isDeterministic: false }] })).toBe(true);
  });
});

/** The work and the checks of a sample job. */
function jobOf(id: string): { work: Work; checks: readonly Check[] } {
  const spec = jobEnvelope(id);
  const job = readJob(fields(spec, "job"));
  invariant(job !== null, "the sample job can be read");
  const read = fields({ checks: job.checks }, "job");
  const checks = readChecks(read, "checks", "read", readDocumentCheck);
  return { work: { kind: job.schema.kind, spec }, checks };
}
