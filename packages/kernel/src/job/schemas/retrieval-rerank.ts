/** The best of a list of candidates, in order. */
import { jobSchema } from "../schema.ts";
import { anyObject, integer, list, number, optional, record, required, text } from "../shape.ts";
import { path, REQUEST_FIELDS, RESULT_FIELDS, timeLimit } from "./job-fields.ts";

const MAX_CANDIDATES = 200;
const MAX_CONTENT = 20_000;
const USUAL_K = 10;

const candidateId = text({ min: 1, max: 200 });

export const retrievalRerank = jobSchema({
  id: "oa.retrieval_rerank.v1",
  kind: "schema",
  purpose: "Order candidates by how well they fit a task.",
  mode: "subjective",
  inputs: {
    user_task: required(text({ min: 1, max: 10_000 }), "What they must fit."),
    candidates: required(
      list(
        record({
          id: required(candidateId, "How the result names it."),
          content: required(text({ max: MAX_CONTENT }), "What it says."),
          path: optional(path, "Where it is from."),
          original_score: optional(number({ min: -1e9, max: 1e9 }), "Its score so far."),
          metadata: optional(anyObject, "Anything else about it."),
        }),
        { min: 1, max: MAX_CANDIDATES },
      ),
      "What to order.",
    ),
    k: optional(integer({ min: 1, max: MAX_CANDIDATES }), "How many to return; 10 if absent."),
    ranking_rubric: optional(text({ max: 10_000 }), "What makes one better than another."),
    time_limit_secs: optional(timeLimit, "How long the work may take."),
    ...REQUEST_FIELDS,
  },
  outputs: {
    ...RESULT_FIELDS,
    topk: required(
      list(
        record({
          rank: required(integer({ min: 1, max: MAX_CANDIDATES }), "Counted from 1."),
          id: required(candidateId, "One of the candidates."),
          score: required(number({ min: 0, max: 1 }), "How well it fits."),
          why: optional(text({ max: 2_000 }), "Why."),
        }),
        { max: MAX_CANDIDATES },
      ),
      "The best, in order.",
    ),
  },
  checks: ({ candidates, k }) => [
    {
      method: "schema",
      schema_id: "oa.retrieval_rerank.v1",
      limits: {
        ids: candidates.map(({ id }) => id),
        k: BigInt(Math.min(k ?? USUAL_K, candidates.length)),
      },
    },
  ],
  timeLimitSeconds: (job) => job.time_limit_secs,
  repository: () => null,
});
