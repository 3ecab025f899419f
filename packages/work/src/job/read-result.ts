/**
 * The payload of a handed-in result, in the entry or in an artifact. One that nobody may accept counts as
 * handed in with nothing in it: then every check of it fails.
 */
import { isUtf8 } from "node:buffer";
import {
  artifactHash,
  type JsonObject,
  type Party,
  payloadRefusal,
  type Refusal,
  type Result,
  readJobResult,
  readResultPayload,
} from "@bazaar/kernel";
import type { ReadArtifact } from "./job.ts";

/** A longer payload is not read. */
export const MAX_PAYLOAD_BYTES = 4 * 2 ** 20;

export interface HandedInResult {
  /** The `spec` of the work. */
  readonly spec: JsonObject;
  /** The `fix` that was handed in. */
  readonly result: string;
  /** Who handed it in. */
  readonly provider: Party;
}

export type ReadResult =
  | {
      readonly payload: JsonObject;
      /** Why nobody may accept it, as a sentence; null: it is one of this job. */
      readonly problem: string | null;
    }
  /** Whatever is in it is not there, as a sentence. */
  | { readonly missing: string };

export async function readResult(
  { spec, result, provider }: HandedInResult,
  readArtifact: ReadArtifact,
): Promise<ReadResult> {
  const read = readJobResult(spec, result);
  if (!read.ok) return unusable(read.refusal);
  // The rules of the contract held it against the provider when it was handed in.
  if ("payload" in read.value) return { payload: read.value.payload, problem: null };
  const { artifact, repeated } = read.value;
  const bytes = await readArtifact(artifactHash(artifact) ?? "", MAX_PAYLOAD_BYTES);
  if (bytes === null) return { missing: "The result is not stored." };
  // It was the provider's to hand in a shorter one.
  if (bytes === "too_long") {
    return { payload: {}, problem: `The result is longer than ${MAX_PAYLOAD_BYTES} bytes.` };
  }
  // Decoded, other bytes could be the text of the same payload.
  if (!isUtf8(bytes)) return { payload: {}, problem: "The result is not UTF-8." };
  const payload = readStored(spec, Buffer.from(bytes).toString("utf8"), repeated, provider);
  return payload.ok ? { payload: payload.value, problem: null } : unusable(payload.refusal);
}

function readStored(
  spec: JsonObject,
  text: string,
  repeated: JsonObject,
  provider: Party,
): Result<JsonObject> {
  const payload = readResultPayload(spec, text, repeated);
  if (!payload.ok) return payload;
  return payloadRefusal(payload.value, provider, spec) ?? payload;
}

function unusable(refusal: Refusal): ReadResult {
  const about = refusal.code === "malformed_act" ? `: ${refusal.field}: ${refusal.problem}` : "";
  return { payload: {}, problem: `The result is not one of this job${about}.` };
}
