import type { Check, ContractId } from "@bazaar/kernel";
import { AGENT } from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { JobTools } from "./job.ts";
import { replayJob } from "./replay-job.ts";

const IDS = { schema_id: "oa.patch_gen.v1", schema_version: "1.0.0", job_hash: "sha256:1" };
const PATCH: Check = {
  method: "patch",
  allowedPaths: [],
  disallowedPaths: [],
  protectedPaths: [],
  commands: ["make test"],
  target: "test_command",
  maxFiles: 5,
  maxBytes: 1_000,
};
const CONTRACT = "c".repeat(64) as ContractId;
const TOOLS: JobTools = {
  limitMs: 1_000,
  openSandbox: async () => null,
  readArtifact: async () => null,
  leftMs: () => 1_000,
  signal: new AbortController().signal,
};

const replayed = (result: object, checks: readonly Check[] = [PATCH], tools = TOOLS) =>
  replayJob(
    {
      spec: IDS,
      payload: {},
      result: JSON.stringify(result),
      contract: CONTRACT,
      provider: AGENT.party,
      checks,
      sampleSeed: "seed",
    },
    tools,
  );

test("a result of another job is judged as one without a patch", async () => {
  const { verdict, evidence } = await replayed({ ...IDS, job_hash: "sha256:2", payload: {} });
  expect(verdict).toBe("fail");
  expect(evidence).toMatchObject({ patch: { bytes: 0n, claimed_sha256: null } });
});

test("a result that is too long fails, and the evidence says why", async () => {
  const tools: JobTools = { ...TOOLS, readArtifact: async () => "too_long" };
  const result = { ...IDS, payload_artifact: `sha256:${"0".repeat(64)}` };
  expect(await replayed(result, [PATCH], tools)).toMatchObject({
    verdict: "fail",
    evidence: { reason: expect.stringContaining("longer than"), patch: { bytes: 0n } },
  });
});

test.each<{ what: string; result: object; tools?: JobTools; reason: string }>([
  {
    what: "a payload that is not stored",
    result: { ...IDS, payload_artifact: `sha256:${"0".repeat(64)}` },
    reason: "not stored",
  },
  {
    what: "no time",
    result: { ...IDS, payload: {} },
    tools: { ...TOOLS, leftMs: () => 0 },
    reason: "no time left",
  },
])("$what gives no verdict, and a sentence", async ({ result, tools, reason }) => {
  expect(await replayed(result, [PATCH], tools)).toEqual({
    verdict: "no_verdict",
    evidence: { reason: expect.stringContaining(reason) },
  });
});

test("a check that is not one of a job's result leaves it open", async () => {
  const checks: readonly Check[] = [{ method: "exit_code", expected: 0 }];
  const result = { ...IDS, payload: { patch: "" } };
  const { verdict, evidence } = await replayed(result, checks);
  expect(verdict).toBe("no_verdict");
  expect(evidence).not.toHaveProperty("patch");
});
