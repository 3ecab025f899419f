/** Checks the result of a job again, from its terms and from what is stored. */
import { type Check, type JsonObject, judgeRun } from "@bazaar/kernel";
import { noVerdict, type Replayed } from "../run/replay-run.ts";
import type { JobTools } from "./job.ts";
import { collectJob } from "./job-collectors.ts";
import { readResult } from "./read-result.ts";

export interface HandedInJob {
  /** The `spec` of the work. */
  readonly spec: JsonObject;
  readonly payload: JsonObject;
  /** The `fix` of the result. */
  readonly result: string;
  readonly checks: readonly Check[];
  /** See `Job`. */
  readonly sampleSeed: string;
}

export async function replayJob(job: HandedInJob, tools: JobTools): Promise<Replayed> {
  const { spec, payload, result: text, checks, sampleSeed } = job;
  const read = await readResult(spec, text, tools.readArtifact);
  if ("missing" in read) return noVerdict(read.missing);
  let evidence: JsonObject = {};
  const handedIn = { payload, result: read.payload, sampleSeed };
  for (const check of checks) {
    if (tools.leftMs() <= 0) return noVerdict("There was no time left to run it again.");
    evidence = { ...evidence, ...(await collectJob(check, handedIn, tools)) };
  }
  return { verdict: judgeRun(checks, evidence), evidence };
}
