/** The repository of a job: the commit that its request names, and the bundle that has it. */
import { artifactHash, type JobRepository } from "@bazaar/kernel";
import type { ReadArtifact } from "../job/job.ts";
import { MAX_BUNDLE_BYTES } from "./check-out.ts";

export interface JobBundle {
  readonly commit: string;
  readonly bundle: Uint8Array;
}

/** Or a sentence that says why there is none. */
export async function readJobBundle(
  named: JobRepository | "invalid" | null,
  readArtifact: ReadArtifact,
): Promise<JobBundle | string> {
  if (named === null || named === "invalid") {
    return "The job names no bundle and commit of a repository.";
  }
  const bundle = await readArtifact(artifactHash(named.artifact) ?? "", MAX_BUNDLE_BYTES);
  if (bundle === null) return "The job's bundle is not stored.";
  if (bundle === "too_long") return `The job's bundle is longer than ${MAX_BUNDLE_BYTES} bytes.`;
  return { commit: named.commit, bundle };
}
