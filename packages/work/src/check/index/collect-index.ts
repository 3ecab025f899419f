/** Reads the tree of a job again and compares an index with it. */
import { createHash } from "node:crypto";
import { type Check, type FileDigest, type JsonObject, judge, treeHash } from "@bazaar/kernel";
import { indexSelection } from "../../index/index-selection.ts";
import { type Job, type JobCollector, type JobTools, NO_SANDBOX } from "../../job/job.ts";
import { BUNDLE_FILE, checkOut } from "../../repository/check-out.ts";
import { readJobBundle } from "../../repository/job-bundle.ts";
import { listTree, readTree } from "../../repository/read-tree.ts";
import { type IndexClaim, indexClaim } from "./index-claim.ts";
import { IndexSamples } from "./index-samples.ts";

type IndexCheck = Extract<Check, { method: "index" }>;

export const collectIndex: JobCollector<IndexCheck> = async (check, job, tools) => {
  const claim = indexClaim(job.result);
  const claimed = { claimed: claim.facts };
  if (judge(check, claimed) === "fail") return claimed;
  const seen = await readAgain(check, job, claim, tools);
  return typeof seen === "string" ? { ...claimed, reason: seen } : { ...claimed, ...seen };
};

/** The hash of the tree and the samples, or a sentence that says why there are none. */
async function readAgain(
  { indexTypes }: IndexCheck,
  { payload, repository, sampleSeed }: Job,
  claim: IndexClaim,
  tools: JobTools,
): Promise<JsonObject | string> {
  const selection = indexSelection(payload);
  if (typeof selection === "string") return selection;
  const from = await readJobBundle(repository, tools.readArtifact);
  if (typeof from === "string") return from;
  const opened = await tools.openSandbox(new Map([[BUNDLE_FILE, from.bundle]]));
  if (opened === null) return NO_SANDBOX;
  await using sandbox = opened;
  const timeoutMs = Math.max(1, tools.leftMs());
  const problem = await checkOut(sandbox, from.commit, { timeoutMs, signal: tools.signal });
  if (problem !== null) return problem;
  const listed = await listTree(sandbox, tools);
  if (typeof listed === "string") return listed;
  const files = selection.of(listed);
  if (typeof files === "string") return files;
  const paths = files.map(({ path }) => path);
  const samples = new IndexSamples(claim, indexTypes, paths, sampleSeed);
  const digests: FileDigest[] = [];
  const unread = await readTree(sandbox, files, tools, (path, content) => {
    const sha256 = createHash("sha256").update(content).digest("hex");
    digests.push({ path, sha256, bytes: content.length });
    samples.see(path, content);
  });
  if (unread !== null) return unread;
  return {
    tree: { tree_sha256: treeHash(digests) },
    samples: samples.answers,
    sample_seed: sampleSeed,
  };
}
