/** Vectors for texts. */
import { jobSchema } from "../schema.ts";
import { flag, integer, list, number, optional, required, text } from "../shape.ts";
import { REQUEST_FIELDS, RESULT_FIELDS, timeLimit } from "./job-fields.ts";

const MAX_TEXTS = 1_000;
const MAX_TEXT = 20_000;
const MAX_DIMENSIONS = 16_384;
const MAX_VALUE = 1e30;

export const embedding = jobSchema({
  id: "oa.embedding.v1",
  kind: "schema",
  purpose: "Turn texts into vectors.",
  mode: "objective",
  inputs: {
    texts: required(
      list(text({ min: 1, max: MAX_TEXT }), { min: 1, max: MAX_TEXTS }),
      "The texts.",
    ),
    model_hint: optional(text({ max: 200 }), "The model to use."),
    dimensions: optional(integer({ min: 1, max: MAX_DIMENSIONS }), "The length of each vector."),
    is_deterministic: optional(flag, "Whether the model gives the same vectors again."),
    time_limit_secs: optional(timeLimit, "How long the work may take."),
    ...REQUEST_FIELDS,
  },
  outputs: {
    ...RESULT_FIELDS,
    embeddings: required(
      list(list(number({ min: -MAX_VALUE, max: MAX_VALUE }), { min: 1, max: MAX_DIMENSIONS }), {
        max: MAX_TEXTS,
      }),
      "One vector for each text, in their order.",
    ),
    model_id: required(text({ min: 1, max: 200 }), "The model that was used."),
    dimensions: required(integer({ min: 1, max: MAX_DIMENSIONS }), "The length of each vector."),
  },
  checks: ({ texts, dimensions, model_hint, is_deterministic }) => [
    {
      method: "embedding",
      count: BigInt(texts.length),
      dimensions: dimensions === null ? null : BigInt(dimensions),
      model: model_hint,
      is_deterministic: is_deterministic ?? false,
    },
  ],
  timeLimitSeconds: (job) => job.time_limit_secs,
  repository: () => null,
});
