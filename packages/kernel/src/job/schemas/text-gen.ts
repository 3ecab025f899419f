/** Text for a prompt. Whether it is good is the buyer's to say; its form can be checked. */
import { jobSchema } from "../schema.ts";
import { anyObject, bareHash, integer, number, optional, required, text } from "../shape.ts";
import { REQUEST_FIELDS, RESULT_FIELDS, timeLimit } from "./job-fields.ts";

const MAX_PROMPT = 80_000;
const MAX_TEXT = 1_000_000;
const MAX_TOKENS = 1_000_000;

export const textGen = jobSchema({
  id: "oa.text_gen.v1",
  kind: "text",
  purpose: "Generate text from a prompt.",
  mode: "subjective",
  inputs: {
    prompt: required(text({ min: 1, max: MAX_PROMPT }), "What to write."),
    model: optional(text({ max: 200 }), "The model to use."),
    max_tokens: optional(integer({ min: 1, max: MAX_TOKENS }), "The most tokens of an answer."),
    temperature: optional(number({ min: 0, max: 2 }), "How freely to sample."),
    top_p: optional(number({ min: 0, max: 1 }), "How widely to sample."),
    min_length: optional(integer({ max: MAX_TEXT }), "The fewest characters."),
    max_length: optional(integer({ min: 1, max: MAX_TEXT }), "The most characters."),
    output_schema: optional(anyObject, "The JSON Schema that the text fits, if it is JSON."),
    time_limit_secs: optional(timeLimit, "How long the work may take."),
    ...REQUEST_FIELDS,
  },
  outputs: {
    ...RESULT_FIELDS,
    text: required(text({ max: MAX_TEXT }), "The text."),
    text_sha256: required(bareHash, "Of the text's UTF-8 bytes."),
  },
  checks: (job) => [
    {
      method: "text",
      min_length: BigInt(job.min_length ?? 1),
      max_length: BigInt(job.max_length ?? MAX_TEXT),
      output_schema: job.output_schema,
    },
  ],
  timeLimitSeconds: (job) => job.time_limit_secs,
  repository: () => null,
});
