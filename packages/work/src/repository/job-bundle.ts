/** The repository of a job: the bundle and the commit that its payload names. */
import { artifactHash, isCommit, type JsonObject } from "@bazaar/kernel";
import type { ReadArtifact } from "../job/job.ts";
import { MAX_BUNDLE_BYTES } from "./check-out.ts";

export interface JobBundle {
  readonly commit: string;
  readonly bundle: Uint8Array;
}

/** Or a sentence that says why there is none. */
export async function readJobBundle(
  { repo_bundle: name, repo_ref: commit }: JsonObject,
  readArtifact: ReadArtifact,
): Promise<JobBundle | string> {
  const hash = artifactHash(name);
  if (hash === null || typeof commit !== "string" || !isCommit(commit)) {
    return "The job names no bundle and commit of a repository.";
  }
  const bundle = await readArtifact(hash, MAX_BUNDLE_BYTES);
  if (bundle === null) return "The job's bundle is not stored.";
  if (bundle === "too_long") return `The job's bundle is longer than ${MAX_BUNDLE_BYTES} bytes.`;
  return { commit, bundle };
}
