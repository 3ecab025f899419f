/** Checks the result of a job again, from its terms and from what is stored. */
import {
  type Check,
  type ContractId,
  type Json,
  type JsonObject,
  jobRepository,
  judgeRun,
} from "@bazaar/kernel";
import { collectJob } from "../check/collect.ts";
import { noVerdict, type Replayed } from "../run/replay-run.ts";
import type { JobTools } from "./job.ts";
import { type HandedInResult, readResult } from "./read-result.ts";

export interface HandedInJob extends HandedInResult {
  readonly contract: ContractId;
  readonly payload: JsonObject;
  readonly checks: readonly Check[];
  /** See `Job`. */
  readonly sampleSeed: string;
  /** See `Job`. */
  readonly baseline?: readonly Json[];
}

export async function replayJob(job: HandedInJob, tools: JobTools): Promise<Replayed> {
  const { payload, checks, sampleSeed, baseline, contract, provider } = job;
  const read = await readResult(job, tools.readArtifact);
  if ("missing" in read) return noVerdict(read.missing);
  let evidence: JsonObject = read.problem === null ? {} : { reason: read.problem };
  const known = baseline === undefined ? {} : { baseline };
  const { job_hash: jobHash } = job.spec;
  const about = { contract, provider, jobHash: typeof jobHash === "string" ? jobHash : null };
  const repository = jobRepository(job.spec);
  const handedIn = { payload, repository, result: read.payload, about, sampleSeed, ...known };
  for (const check of checks) {
    if (tools.leftMs() <= 0) return noVerdict("There was no time left to run it again.");
    evidence = { ...evidence, ...(await collectJob(check, handedIn, tools)) };
  }
  return { verdict: judgeRun(checks, evidence), evidence };
}
