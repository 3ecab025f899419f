/** What a part of a file does, and what may be wrong with it. */
import { jobSchema } from "../schema.ts";
import { anyObject, integer, list, number, optional, record, required, text } from "../shape.ts";
import { MAX_LINE, path, REQUEST_FIELDS, RESULT_FIELDS, timeLimit } from "./job-fields.ts";

const MAX_CONTENT = 80_000;
const MAX_LISTED = 1_000;
const MAX_SUMMARY = 20_000;

const limit = integer({ max: MAX_LISTED });
const line = integer({ min: 1, max: MAX_LINE });
const listed = list(anyObject, { max: MAX_LISTED });

export const codeChunkAnalysis = jobSchema({
  id: "oa.code_chunk_analysis.v1",
  kind: "schema",
  purpose: "Analyse one file or a part of it.",
  mode: "subjective",
  inputs: {
    task: required(text({ min: 1, max: 10_000 }), "What to find out."),
    user_task: optional(text({ max: 10_000 }), "The task that it is a part of."),
    chunk: required(
      record({
        path: required(path, "Where the lines are from."),
        start_line: required(line, "The first line, counted from 1."),
        end_line: required(line, "The last line, included."),
        content: required(text({ max: MAX_CONTENT }), "The lines."),
        language: optional(text({ max: 100 }), "What they are written in."),
      }),
      "The lines to analyse.",
    ),
    output_constraints: optional(
      record({
        max_summary_length: optional(integer({ min: 1, max: MAX_SUMMARY }), "Characters."),
        max_symbols: optional(limit, "Symbols."),
        max_faults: optional(limit, "Faults."),
        max_next_probes: optional(limit, "Next probes."),
      }),
      "The most of each.",
    ),
    time_limit_secs: optional(timeLimit, "How long the work may take."),
    ...REQUEST_FIELDS,
  },
  outputs: {
    ...RESULT_FIELDS,
    summary: required(text({ min: 1, max: MAX_SUMMARY }), "What the lines do."),
    symbols: required(listed, "name, kind, line and, optionally, description."),
    suspected_faults: required(listed, "line, severity, description and a suggestion."),
    recommended_next_probes: required(listed, "path, reason and priority."),
    confidence: required(number({ min: 0, max: 1 }), "How sure the provider is."),
  },
  checks: ({ chunk, output_constraints: most }) => [
    {
      method: "schema",
      schema_id: "oa.code_chunk_analysis.v1",
      limits: {
        start_line: BigInt(chunk.start_line),
        end_line: BigInt(chunk.end_line),
        max_summary_length: BigInt(most?.max_summary_length ?? MAX_SUMMARY),
        max_symbols: BigInt(most?.max_symbols ?? MAX_LISTED),
        max_faults: BigInt(most?.max_faults ?? MAX_LISTED),
        max_next_probes: BigInt(most?.max_next_probes ?? MAX_LISTED),
      },
    },
  ],
  timeLimitSeconds: (job) => job.time_limit_secs,
  repository: () => null,
});
