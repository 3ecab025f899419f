/**
 * The envelope of a job and of its result: which schema, which job, and the payload.
 *
 * `job_hash` is the canonical hash of the request's payload. A result repeats it, so that the result of
 * one job cannot be handed in for another.
 */
import { chainJson } from "../canonical/chain-json.ts";
import { type Fields, fields } from "../canonical/fields.ts";
import { isJsonObject, type JsonObject, parseJson } from "../canonical/json.ts";
import { rfc8785, rfc8785Hash } from "../canonical/rfc8785.ts";
import { accept, type Result, refuse } from "../refusal.ts";
import { type AnyJobSchema, type AskedFor, SCHEMA_VERSION } from "./schema.ts";
import { REPEATED_FIELDS } from "./schemas/job-fields.ts";
import { SCHEMA_IDS, schemaOf } from "./schemas.ts";
import { contentHash, readTable } from "./shape.ts";

export interface Job extends AskedFor {
  readonly schema: AnyJobSchema;
  readonly jobHash: string;
  readonly payload: JsonObject;
}

const MAX_NAME = 200;

/** Whether a document or a specification of work is an envelope: it names a schema. */
export function isEnvelope({ schema_id }: JsonObject): boolean {
  return schema_id !== undefined && schema_id !== null;
}

/** Null after a problem. */
export function readJob(read: Fields): Job | null {
  const schema = schemaOf(read.string("schema_id", { min: 1, max: MAX_NAME }));
  if (schema === null) {
    read.fault("schema_id", `expected one of ${SCHEMA_IDS.join(", ")}`);
    return null;
  }
  read.oneOf("schema_version", [SCHEMA_VERSION]);
  const asked = schema.readInputs(read.object("payload"));
  const stated = contentHash.read(read, "job_hash");
  if (asked === null || read.problem !== null) return null;
  const payload = read.jsonObject("payload");
  const hash = payloadHash(payload);
  if (!hash.ok) read.fault("payload", "expected what RFC 8785 can hash");
  else if (hash.value !== stated) read.fault("job_hash", `expected ${hash.value}`);
  return read.problem === null ? { schema, jobHash: stated, payload, ...asked } : null;
}

/** The hash of a job: that of its payload, whose numbers may be fractions. */
export function payloadHash(payload: JsonObject): Result<string> {
  return rfc8785Hash(payload, "doubles");
}

/** What is stored of a payload that is an artifact: its canonical text. */
export function payloadText(payload: JsonObject): Result<string> {
  return rfc8785(payload, "doubles");
}

/** As the terms and documents have it. */
export function envelopeJson({ schema, jobHash, payload }: Job): JsonObject {
  return { schema_id: schema.id, schema_version: SCHEMA_VERSION, job_hash: jobHash, payload };
}

/** What was handed in: the payload, or the artifact that is its canonical text. */
export type JobResult =
  | { readonly payload: JsonObject }
  | {
      readonly artifact: string;
      /** Its status and trajectory, which the payload must name, too; null what is not stated. */
      readonly repeated: JsonObject;
    };

/** The deepest payload of a result. */
const MAX_DEPTH = 16;

/** Reads a handed-in result of the job that `spec` is the envelope of. */
export function readJobResult(spec: JsonObject, text: string): Result<JobResult> {
  const json = parseJson(text, { maxDepth: MAX_DEPTH, duplicateKeys: "refuse" });
  if (!json.ok) return malformed("result", "expected the JSON of a result");
  const read = fields(json.value, "result");
  for (const name of ["schema_id", "schema_version", "job_hash"]) {
    const expected = spec[name];
    if (read.json(name) !== expected) read.fault(name, `expected ${String(expected)}`);
  }
  if (read.has("payload_artifact")) {
    const artifact = contentHash.read(read, "payload_artifact");
    readTable(REPEATED_FIELDS, read);
    const repeated = isJsonObject(json.value) ? repeatedIn(json.value) : {};
    return read.problem === null ? accept({ artifact, repeated }) : refused(read);
  }
  const schema = typeof spec.schema_id === "string" ? schemaOf(spec.schema_id) : null;
  schema?.readOutputs(read.object("payload"));
  const payload = read.jsonObject("payload");
  return read.problem === null ? accept({ payload }) : refused(read);
}

function repeatedIn(from: JsonObject): JsonObject {
  const named = Object.keys(REPEATED_FIELDS).map((name) => [name, from[name] ?? null]);
  return Object.fromEntries(named);
}

/** What the entry itself says of a result: its payload, or what the envelope of an artifact repeats. */
export function recordedResult(result: JobResult): JsonObject {
  return "payload" in result ? result.payload : result.repeated;
}

/**
 * Reads the payload of a result that is an artifact, whose envelope repeats this. Only the canonical text
 * is one: the name of the artifact is then the hash of the payload, and two names are two payloads.
 */
export function readResultPayload(
  spec: JsonObject,
  text: string,
  repeated: JsonObject,
): Result<JsonObject> {
  const json = parseJson(text, { maxDepth: MAX_DEPTH, duplicateKeys: "refuse" });
  if (!json.ok || !isJsonObject(json.value)) return malformed("payload", "expected a JSON object");
  const canonical = payloadText(json.value);
  if (!canonical.ok || canonical.value !== text) {
    return malformed("payload", "expected its text in the form of RFC 8785");
  }
  const read = fields(json.value, "payload");
  const schema = typeof spec.schema_id === "string" ? schemaOf(spec.schema_id) : null;
  schema?.readOutputs(read);
  for (const [name, stated] of Object.entries(repeatedIn(json.value))) {
    const repeats = repeated[name] ?? null;
    // Only a result that came too late has to say so twice: disputes are shown by the envelope.
    if (name === "status" && repeats === null && stated !== "timeout") continue;
    if (chainJson(stated) !== chainJson(repeats))
      read.fault(name, "the envelope names another one");
  }
  return read.problem === null ? accept(json.value) : refused(read);
}

function refused({ problem }: Fields): Result<never> {
  return malformed(problem?.field ?? "result", problem?.problem ?? "expected a result");
}

function malformed(field: string, problem: string): Result<never> {
  return refuse({ code: "malformed_act", act: "fix", field, problem });
}
