/** A schema job in the terms of a contract, as a worker gets it. */
import { fields, type JsonObject, readJob, type Terms } from "@bazaar/kernel";
import type { JobRequest } from "./worker.ts";

/** Where the repository of a job is: the name of an artifact, and the commit in it. */
export interface RepositoryName {
  readonly artifact: string;
  readonly commit: string;
}

/** Null for other contracts. The terms are verified, but a market may have newer schemas than we. */
export function jobIn({ work, checks }: Terms): JobRequest | null {
  const job = readJob(fields(work.spec, "work.spec"));
  if (job === null) return null;
  const { schema, jobHash, payload } = job;
  return { schemaId: schema.id, jobHash, payload, checks, envelope: work.spec };
}

/** Null if the job needs none. */
export function repositoryOf({ payload }: Pick<JobRequest, "payload">): RepositoryName | null {
  const { repo, repo_bundle, repo_ref, git_ref, head_ref } = payload;
  const inner = (repo ?? {}) as JsonObject;
  const artifact = repo_bundle ?? inner.bundle;
  const commit = repo_ref ?? git_ref ?? inner.git_ref ?? head_ref;
  if (typeof artifact !== "string" || typeof commit !== "string") return null;
  return /^[0-9a-f]{40}$/.test(commit) ? { artifact, commit } : null;
}
