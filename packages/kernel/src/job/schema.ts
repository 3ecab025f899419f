/**
 * What a job schema is: the fields of a request and of a result, and how a buyer verifies one.
 *
 * A schema's id is the identity of its jobs, on every door. Its document, `schemaDocument`, is made from
 * the same tables that requests and results are read with.
 */
import type { Fields } from "../canonical/fields.ts";
import type { Json, JsonObject } from "../canonical/json.ts";
import type { JOB_KINDS } from "../contract/terms.ts";
import { type FieldTable, readTable, tableJson, type ValuesOf } from "./shape.ts";

export const SCHEMA_VERSION = "1.0.0";

/** Who decides about a result: a check that anybody can repeat, or somebody's judgement. */
export type VerificationMode = "objective" | "subjective";

export interface JobSchema<Inputs extends FieldTable = FieldTable> {
  readonly id: string;
  /** The option of the contract's dial `work`. */
  readonly kind: (typeof JOB_KINDS)[number];
  readonly purpose: string;
  readonly mode: VerificationMode;
  readonly inputs: Inputs;
  readonly outputs: FieldTable;
  /** The checks of the terms, as terms write them. */
  readonly checks: (inputs: ValuesOf<Inputs>) => readonly JsonObject[];
  /** How long the work may take, if the request says so. */
  readonly timeLimitSeconds: (inputs: ValuesOf<Inputs>) => number | null;
  /** What names the repository in a request as it was posted; null: it has none. */
  readonly repository: (payload: JsonObject) => NamedRepository | null;
}

/** Not validated. */
interface NamedRepository {
  readonly bundle: Json | undefined;
  readonly commit: Json | undefined;
}

/** What a contract takes from a request. */
export interface AskedFor {
  /** As terms write them. */
  readonly checks: readonly JsonObject[];
  readonly timeLimitSeconds: number | null;
}

/** For the list of all schemas, which does not know the fields of each. */
export interface AnyJobSchema extends Omit<JobSchema, "checks" | "timeLimitSeconds"> {
  /** Null after a problem. */
  readonly readInputs: (payload: Fields) => AskedFor | null;
  readonly readOutputs: (payload: Fields) => void;
}

/** What a result says about how it was made, and whether it must. */
const PROVENANCE = {
  model: "required",
  provider_id: "required",
  token_counts: "recommended",
  sampling_params: "optional",
} as const;

const HASH_RULES = {
  algorithm: "sha256",
  canonicalization: "json_canonical",
  scope: "full_output",
} as const;

export function jobSchema<Inputs extends FieldTable>(schema: JobSchema<Inputs>): AnyJobSchema {
  const { checks, timeLimitSeconds, ...rest } = schema;
  return {
    ...rest,
    readInputs(payload) {
      const inputs = readTable(schema.inputs, payload);
      if (payload.problem !== null) return null;
      return { checks: checks(inputs), timeLimitSeconds: timeLimitSeconds(inputs) };
    },
    readOutputs(payload) {
      readTable(schema.outputs, payload);
    },
  };
}

/** As `GET /schemas/{schema_id}` serves it. */
export function schemaDocument(schema: AnyJobSchema): JsonObject {
  return {
    schema_id: schema.id,
    schema_version: SCHEMA_VERSION,
    purpose: schema.purpose,
    inputs: tableJson(schema.inputs),
    outputs: tableJson(schema.outputs),
    verification_mode: schema.mode,
    hash_rules: HASH_RULES,
    provenance: PROVENANCE,
  };
}
