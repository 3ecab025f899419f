/**
 * A patch as its buyer verifies it, beside the test command alone on a check-out that is there already,
 * and beside a sandbox in which as many commands do nothing. The buyer knows from before the post how the
 * command ends without the patch; a court does not, and runs it once more. A market's court starts a
 * process for it, which is measured by itself.
 */
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  type Check,
  type ContractId,
  chainJson,
  type Json,
  type JsonObject,
  sha256Hex,
} from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { SAMPLE_JOBS } from "@bazaar/testkit";
import { freshSampleSeed, replayJob, type Sandbox } from "@bazaar/work";
import { CHECK_PROCESS } from "../../apps/server/src/check-process.ts";
import { sandboxFor } from "../../apps/server/src/check-sandbox.ts";
import { makeBundle } from "../../packages/work/test/make-bundle.ts";
import { SampleRepository } from "../../packages/work/test/sample-repository.ts";
import { type Line, rateOf, rates } from "../measure.ts";
import { finished } from "../sandbox/peers.ts";

const SECOND_MS = 1_000;
const LIMIT_MS = 300;
const TIMEOUT_MS = 60_000;
const SCHEMA = "oa.patch_gen.v1";
const TEST = "node test.mjs";
const FILES: Readonly<Record<string, string>> = {
  "sum.mjs": "export const sum = (a, b) => a - b;\n",
  "test.mjs": [
    'import assert from "node:assert";',
    'import { sum } from "./sum.mjs";',
    "assert.equal(sum(2, 2), 4);\n",
  ].join("\n"),
};
const RIGHT = "export const sum = (a, b) => a + b;\n";

/** Applying the patch, bringing it to the files, and the test. */
const BUYER = ["run", "run", "rehearse"] as const;
const COURT = ["run", "rehearse", "run", "rehearse"] as const;

const MAIN = new URL("../../apps/server/src/main.ts", import.meta.url);

const openSandbox = sandboxFor({ hides: [] }, (because) => {
  throw new Error(because);
});

export async function verificationLines(): Promise<readonly Line[]> {
  using repository = new SampleRepository(FILES);
  const patch = repository.patch(() => repository.write("sum.mjs", RIGHT));
  const verify = await verification(repository, patch);
  repository.write("sum.mjs", RIGHT);
  const bare = ["-c", `cd ${repository.directory} && ${TEST}`];
  const measured = await rates([
    { name: "bare", run: () => finished("sh", bare).then(() => 1) },
    { name: "buyer", run: () => verify([{ exit_code: 1n }]) },
    { name: "court", run: () => verify() },
    { name: "buyer's sandbox", run: () => emptySandbox(BUYER) },
    { name: "court's sandbox", run: () => emptySandbox(COURT) },
    { name: "process", run: () => checkProcess() },
    { name: "node", run: () => finished(process.execPath, ["--eval", ""]).then(() => 1) },
  ]);
  const msOf = (name: string): number => SECOND_MS / rateOf(measured, name);
  const line = (what: string, name: string): Line => {
    const overMs = msOf(name) - msOf("bare");
    const [testMs, emptyMs] = [msOf("bare").toFixed(0), msOf(`${name}'s sandbox`).toFixed(0)];
    return {
      what: `a patch verified${what}, over its test alone`,
      figure: `${overMs.toFixed(0)} ms`,
      reference: `limit ${LIMIT_MS} ms; test ${testMs}, empty sandbox ${emptyMs} ms`,
      ratio: LIMIT_MS / overMs,
      target: 1,
    };
  };
  return [
    line("", "buyer"),
    { ...line(" by a court", "court"), target: null },
    {
      what: "the process of a market's court, started",
      figure: `${msOf("process").toFixed(0)} ms`,
      reference: `an empty one of node ${msOf("node").toFixed(0)} ms`,
      ratio: msOf("node") / msOf("process"),
      target: null,
    },
  ];
}

/** It ends with its parent, here once it has loaded what it needs. */
async function checkProcess(): Promise<number> {
  const child = fork(MAIN, [CHECK_PROCESS]);
  child.disconnect();
  await once(child, "exit");
  return 1;
}

/** The part of a verification that does not depend on what is verified. */
async function emptySandbox(commands: readonly (keyof Sandbox & string)[]): Promise<number> {
  const opened = await openSandbox(new Map());
  if (opened === null) throw new Error("there is no sandbox");
  await using sandbox = opened;
  for (const command of commands) await sandbox[command]({ text: ":" });
  return 1;
}

async function verification(
  { directory }: SampleRepository,
  patch: string,
): Promise<(baseline?: readonly Json[]) => Promise<number>> {
  const secrets = { marks: [], kindOf: () => null, holdsSecret: () => false };
  const made = await makeBundle({ directory, revision: "HEAD", disallowedPaths: [], secrets });
  if ("problem" in made) throw new Error(made.problem);
  const { bundle, commit } = made;
  const head = { schema_id: SCHEMA, schema_version: "1.0.0", job_hash: `sha256:${sha256Hex("")}` };
  const payload: JsonObject = {
    repo_bundle: `sha256:${createHash("sha256").update(bundle).digest("hex")}`,
    repo_ref: commit,
  };
  const provider = generateSigner().party;
  const provenance = { model: "bench", provider_id: provider };
  const result: JsonObject = {
    ...SAMPLE_JOBS[SCHEMA]?.result,
    status: "success",
    provenance,
    patch,
    patch_sha256: sha256Hex(patch),
  };
  return async (baseline) => {
    const untilMs = performance.now() + TIMEOUT_MS;
    const job = {
      spec: { ...head, payload },
      payload,
      result: chainJson({ ...head, payload: result }),
      contract: "0".repeat(64) as ContractId,
      provider,
      checks: [CHECK],
      sampleSeed: freshSampleSeed(),
      ...(baseline === undefined ? {} : { baseline }),
    };
    const { verdict, evidence } = await replayJob(job, {
      openSandbox,
      readArtifact: async () => bundle,
      leftMs: () => untilMs - performance.now(),
      limitMs: TIMEOUT_MS,
      signal: new AbortController().signal,
    });
    if (verdict !== "pass") throw new Error(`${verdict}: ${chainJson(evidence)}`);
    return 1;
  };
}

const CHECK: Check = {
  method: "patch",
  allowedPaths: [],
  disallowedPaths: [],
  protectedPaths: ["test.mjs"],
  commands: [TEST],
  target: "test_command",
  maxFiles: 10,
  maxBytes: 10_000,
};
