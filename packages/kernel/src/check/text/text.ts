/**
 * A text of the agreed length, as JSON of the agreed form where the terms have one, with its hash.
 * What it says is not checked: that is what reputation is for.
 *
 * The evidence is the text, or, of one that does not fit into an entry, its length and hash.
 */
import { sha256Hex } from "../../canonical/hash.ts";
import { type Json, type JsonObject, parseJson } from "../../canonical/json.ts";
import type { CheckKind } from "../check-kind.ts";
import { MAX_EVIDENCE } from "../judging-cost.ts";
import { type NamedCheck, verdictOf } from "../named-check.ts";
import { jobPayload } from "../rerun.ts";
import { hashStep, openStep, step } from "../step.ts";
import { mismatch, outputSchemaProblem } from "./output-schema.ts";

export interface TextCheck {
  readonly method: "text";
  /** In UTF-16 units. */
  readonly minLength: number;
  readonly maxLength: number;
  /** Null: any text. */
  readonly outputSchema: JsonObject | null;
}

const MAX_LENGTH = 1_000_000;
/** A shorter text fits into the evidence, whatever its characters. */
const MAY_NOT_FIT = 30_000n;
const MAX_DEPTH = 32;
const MAX_DETAILS = 400;
/** For each character. */
const STEPS_TO_HASH = 2;
const STEPS_TO_PARSE = 20;

export const text: CheckKind<TextCheck> = {
  method: "text",
  documentMethod: "text",
  replays: (_, work) => jobPayload(work) !== null,
  decidedBy: "text",
  read(read) {
    const maxLength = read.integer("max_length", { min: 1, max: MAX_LENGTH });
    const minLength = read.integer("min_length", { max: MAX_LENGTH });
    if (minLength > maxLength) read.fault("min_length", "more than max_length");
    const outputSchema = read.optional("output_schema", (name) => read.jsonObject(name));
    const problem = outputSchema === null ? null : outputSchemaProblem(outputSchema);
    if (problem !== null) read.fault("output_schema", problem);
    return { method: "text", minLength, maxLength, outputSchema };
  },
  json: ({ method, minLength, maxLength, outputSchema }) => ({
    method,
    min_length: BigInt(minLength),
    max_length: BigInt(maxLength),
    output_schema: outputSchema,
  }),
  judge: (check, evidence) => verdictOf(named(check, evidence)),
  named,
  cost: ({ maxLength, outputSchema }) =>
    STEPS_TO_HASH * MAX_EVIDENCE +
    (outputSchema === null ? 0 : STEPS_TO_PARSE * Math.min(maxLength, MAX_EVIDENCE)),
  isSupported: (evidence) => evidence.text !== undefined || evidence.length !== undefined,
  words: ({ minLength, maxLength, outputSchema }) =>
    `a text of ${minLength} to ${maxLength} characters${outputSchema === null ? "" : " in JSON"}`,
  rule: ({ minLength, maxLength, outputSchema }) =>
    `the text has ${minLength} to ${maxLength} characters and matches its hash${outputSchema === null ? "" : ", and is JSON as the schema in entry 0 says"}`,
};

function named(
  { minLength, maxLength, outputSchema }: TextCheck,
  evidence: JsonObject,
): readonly NamedCheck[] {
  const { text: given, claimed_sha256: claimed } = evidence;
  const size = sizeOf(given, evidence.length);
  const isSized = size !== null && size >= BigInt(minLength) && size <= BigInt(maxLength);
  const steps = [
    typeof given === "string" && !given.isWellFormed()
      ? step("hash_matches", "half a surrogate pair has no UTF-8 form")
      : hashStep(claimed, hashOf(given, evidence.text_sha256)),
    size === null
      ? missing("length_within", given)
      : step("length_within", isSized ? null : `it has ${size} characters`),
  ];
  if (outputSchema === null) return steps;
  return [...steps, schemaStep(outputSchema, given, size, maxLength)];
}

/** A result without a text fails; a text that is not shown does not. */
function missing(name: string, given: Json | undefined): NamedCheck {
  return given === undefined
    ? openStep(name, "the text is not in the evidence")
    : step(name, "the result has no text");
}

function sizeOf(given: Json | undefined, length: Json | undefined): bigint | null {
  if (typeof given === "string") return BigInt(given.length);
  return given === undefined && typeof length === "bigint" ? length : null;
}

function hashOf(given: Json | undefined, hash: Json | undefined): string | null {
  if (typeof given === "string") return sha256Hex(given);
  return given === undefined && typeof hash === "string" ? hash : null;
}

function schemaStep(
  schema: JsonObject,
  given: Json | undefined,
  size: bigint | null,
  maxLength: number,
): NamedCheck {
  // A provider without a text of this form could otherwise hand in a long one, and share the price.
  if (given === undefined && size !== null && size >= MAY_NOT_FIT) {
    return step("schema_valid", "the text is too long to be checked");
  }
  if (typeof given !== "string") return missing("schema_valid", given);
  if (given.length > maxLength) return openStep("schema_valid", "the text is too long");
  const parsed = parseJson(given, { maxDepth: MAX_DEPTH, duplicateKeys: "refuse" });
  if (!parsed.ok) return step("schema_valid", "the text is not JSON");
  return step("schema_valid", mismatch(schema, parsed.value)?.slice(0, MAX_DETAILS) ?? null);
}
