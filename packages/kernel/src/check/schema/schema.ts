/**
 * A result of the form that its schema has: values in their bounds, lines in the chunk, ids of the
 * candidates. Whether an analysis or an order is any good is not checked: a buyer who wants to judge
 * that names a judge.
 *
 * The evidence is the payload of the result, or what it exceeds if it does not fit into an entry.
 */
import type { Fields } from "../../canonical/fields.ts";
import type { Json, JsonObject } from "../../canonical/json.ts";
import { unreachable } from "../../invariant.ts";
import type { CheckKind } from "../check-kind.ts";
import { MAX_EVIDENCE } from "../judging-cost.ts";
import { type NamedCheck, verdictOf } from "../named-check.ts";
import { jobPayload } from "../rerun.ts";
import { openStep, step } from "../step.ts";
import {
  CHUNK_ANALYSIS,
  type ChunkLimits,
  chunkLimitsJson,
  chunkSteps,
  readChunkLimits,
} from "./chunk-analysis.ts";
import {
  RERANK,
  type RerankLimits,
  readRerankLimits,
  rerankLimitsJson,
  rerankSteps,
} from "./rerank.ts";

/** For each character of a payload that is read field by field. */
const STEPS_TO_READ = 4;

export type SchemaCheck =
  | {
      readonly method: "schema";
      readonly schemaId: typeof CHUNK_ANALYSIS;
      readonly limits: ChunkLimits;
    }
  | {
      readonly method: "schema";
      readonly schemaId: typeof RERANK;
      readonly limits: RerankLimits;
    };

export const schema: CheckKind<SchemaCheck> = {
  method: "schema",
  documentMethod: "schema",
  replays: (_, work) => jobPayload(work) !== null,
  decidedBy: "payload",
  read(read): SchemaCheck {
    const schemaId = read.oneOf("schema_id", [CHUNK_ANALYSIS, RERANK]);
    const limits: Fields = read.object("limits");
    return schemaId === RERANK
      ? { method: "schema", schemaId, limits: readRerankLimits(limits) }
      : { method: "schema", schemaId, limits: readChunkLimits(limits) };
  },
  json: (check) => ({
    method: check.method,
    schema_id: check.schemaId,
    limits:
      check.schemaId === RERANK ? rerankLimitsJson(check.limits) : chunkLimitsJson(check.limits),
  }),
  judge: (check, evidence) => verdictOf(named(check, evidence)),
  named,
  cost: () => STEPS_TO_READ * MAX_EVIDENCE,
  isSupported: (evidence) => evidence.payload !== undefined || evidence.exceeds !== undefined,
  words: ({ schemaId }) => `a result that is valid as ${schemaId}`,
  rule: ({ schemaId }) => `the result is valid as ${schemaId}, within the limits in entry 0`,
};

function named(check: SchemaCheck, { payload, exceeds }: JsonObject): readonly NamedCheck[] {
  if (payload !== undefined) return stepsOf(check, payload);
  return typeof exceeds === "string"
    ? [step("schema_valid", "the result is too long or too deep")]
    : [openStep("schema_valid", "no result")];
}

function stepsOf(check: SchemaCheck, payload: Json): readonly NamedCheck[] {
  switch (check.schemaId) {
    case CHUNK_ANALYSIS:
      return chunkSteps(check.limits, payload);
    case RERANK:
      return rerankSteps(check.limits, payload);
    default:
      return unreachable(check);
  }
}
