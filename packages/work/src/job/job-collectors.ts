/** The collector of each method that checks the result of a job. */
import type { Check, JsonObject } from "@bazaar/kernel";
import { collectEmbedding } from "../check/embedding/collect-embedding.ts";
import { collectIndex } from "../check/index/collect-index.ts";
import { collectPatch } from "../check/patch/collect-patch.ts";
import { collectReview } from "../check/review/collect-review.ts";
import { collectRun } from "../check/run/collect-run.ts";
import { collectSchema } from "../check/schema/collect-schema.ts";
import { collectText } from "../check/text/collect-text.ts";
import type { Job, JobCollector, JobTools } from "./job.ts";

type CollectorOf<M extends Check["method"]> = JobCollector<Extract<Check, { method: M }>>;

const JOB_COLLECTORS: { readonly [M in Check["method"]]?: CollectorOf<M> } = {
  patch: collectPatch,
  review: collectReview,
  run: collectRun,
  index: collectIndex,
  text: collectText,
  embedding: collectEmbedding,
  schema: collectSchema,
};

export const JOB_METHODS: readonly string[] = Object.keys(JOB_COLLECTORS);

/** Empty where the check is not one of a job's result. */
export async function collectJob(check: Check, job: Job, tools: JobTools): Promise<JsonObject> {
  // The method of a check is the one that its collector was listed under.
  const collect = JOB_COLLECTORS[check.method] as JobCollector<Check> | undefined;
  return (await collect?.(check, job, tools)) ?? {};
}
