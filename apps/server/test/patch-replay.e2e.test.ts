/** A dispute over a patch: the server checks it again from the bundle and the result that it stores. */
import { createHash } from "node:crypto";
import { type Check, chainJson, type JsonObject, payloadText } from "@bazaar/kernel";
import { SAMPLE_JOBS } from "@bazaar/testkit";
import { hasProgram } from "@bazaar/testkit/program";
import { afterAll, describe, expect, test } from "vitest";
import { makeBundle } from "../../../packages/work/test/make-bundle.ts";
import { SampleRepository } from "../../../packages/work/test/sample-repository.ts";
import { disputed } from "./disputed.ts";

const repository = new SampleRepository({
  "add.sh": "echo $(($1 - $2))\n",
  "test.sh": 'test "$(sh add.sh 2 3)" = 5\n',
});
afterAll(() => repository[Symbol.dispose]());
const secrets = { marks: [], kindOf: () => null, holdsSecret: () => false };
const rules = { directory: repository.directory, disallowedPaths: [], secrets };
const made = await makeBundle({ ...rules, revision: "HEAD" });
if ("problem" in made) throw new Error(made.problem);
const { bundle, commit } = made;

const sha256 = (bytes: Uint8Array | string): string =>
  createHash("sha256").update(bytes).digest("hex");

const IDS = {
  schema_id: "oa.patch_gen.v1",
  schema_version: "1.0.0",
  job_hash: `sha256:${sha256("job")}`,
};
const payload = { repo_bundle: `sha256:${sha256(bundle)}`, repo_ref: commit };
const CHECK: Check = {
  method: "patch",
  allowedPaths: [],
  disallowedPaths: [],
  protectedPaths: ["test.sh"],
  commands: ["sh test.sh"],
  target: "test_command",
  maxFiles: 10,
  maxBytes: 10_000,
};
const RIGHT = repository.patch(() => repository.write("add.sh", "echo $(($1 + $2))\n"));
const FLOODS = repository.patch(() => repository.write("add.sh", "yes >&2\n"));
const WRONG = repository.patch(() => repository.write("add.sh", "echo $(($1 * $2))\n"));

const resultOf = (patch: string, provider: string): JsonObject => ({
  ...SAMPLE_JOBS["oa.patch_gen.v1"]?.result,
  status: "success",
  provenance: { model: "rules", provider_id: provider },
  patch,
  patch_sha256: sha256(patch),
});

const handIn = (patch: string) => (provider: string) => ({ payload: resultOf(patch, provider) });

const replayed = (
  result: (provider: string) => JsonObject,
  stored: (provider: string) => readonly Uint8Array[] = () => [],
  check = CHECK,
) =>
  disputed(
    { work: { kind: "patch", spec: { ...IDS, payload } }, checks: [check] },
    (agent) => ({ fix: chainJson({ ...IDS, ...result(agent) }) }),
    {},
    (agent) => [bundle, ...stored(agent)],
  );

/** The result and what is stored of it. */
function inArtifact(payloadOf: (provider: string) => JsonObject) {
  const textOf = (provider: string) => {
    const text = payloadText(payloadOf(provider));
    return Buffer.from(text.ok ? text.value : "");
  };
  const named = (provider: string) => ({ payload_artifact: `sha256:${sha256(textOf(provider))}` });
  return [named, (provider: string) => [textOf(provider)]] as const;
}

describe.skipIf(!hasProgram("bwrap"))("a patch, checked again by the server (needs bwrap)", () => {
  test("that makes the tests pass is ruled fulfilled", async () => {
    const { recorded, rulings } = await replayed(handIn(RIGHT));
    expect(recorded).toMatchObject({ verdict: "pass", evidence: { applies: true } });
    expect(rulings).toMatchObject([{ bench: "replay", outcome: "fulfilled" }]);
  });

  test("in an artifact is read from there", async () => {
    const { recorded } = await replayed(...inArtifact((by) => resultOf(RIGHT, by)));
    expect(recorded).toMatchObject({ verdict: "pass" });
  });

  test("in an artifact that nobody may accept fails, and the agent is not paid", async () => {
    const log = "x".repeat(4 * 2 ** 20);
    const long = await replayed(...inArtifact((by) => ({ ...resultOf(RIGHT, by), log })));
    expect(long.recorded).toMatchObject({
      verdict: "fail",
      evidence: { reason: expect.stringContaining("longer than") },
    });
    expect(long.rulings).toMatchObject([{ bench: "replay", outcome: "canceled" }]);
    const { recorded } = await replayed(...inArtifact(() => resultOf(RIGHT, "somebody else")));
    expect(recorded).toMatchObject({ verdict: "fail" });
  });

  test("that leaves the tests red is ruled canceled", async () => {
    const { recorded, rulings } = await replayed(handIn(WRONG));
    expect(recorded).toMatchObject({ verdict: "fail", evidence: { runs: [{ exit_code: 1n }] } });
    expect(rulings).toMatchObject([{ bench: "replay", outcome: "canceled" }]);
  });

  test("that prints without end in place of a repair is ruled canceled, and shares no price", async () => {
    const { recorded, rulings } = await replayed(handIn(FLOODS));
    expect(recorded).toMatchObject({
      verdict: "fail",
      evidence: { runs: [{ stopped_by: "output" }] },
    });
    expect(rulings).toMatchObject([{ bench: "replay", outcome: "canceled" }]);
  });

  test("for a job that was done already gets no verdict", async () => {
    const { recorded, rulings } = await replayed(handIn(RIGHT), undefined, {
      ...CHECK,
      commands: ["true"],
    });
    expect(recorded).toMatchObject({
      verdict: "no_verdict",
      evidence: { baseline: [{ exit_code: 0n }] },
    });
    expect(rulings).toEqual([]);
  });
});
