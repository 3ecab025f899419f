/**
 * The payload of a handed-in result, in the entry or in an artifact. One that does not fit its schema, or
 * belongs to another job, counts as handed in with nothing in it: then every check of it fails.
 */
import { artifactHash, type JsonObject, readJobResult, readResultPayload } from "@bazaar/kernel";
import type { ReadArtifact } from "./job.ts";

/** A longer payload is not read. */
const MAX_PAYLOAD_BYTES = 4 * 2 ** 20;

export type ReadResult =
  | { readonly payload: JsonObject }
  /** Whatever is in it is not there, as a sentence. */
  | { readonly missing: string };

/** `spec` is that of the job; `text` is the `fix` of the result. */
export async function readResult(
  spec: JsonObject,
  text: string,
  readArtifact: ReadArtifact,
): Promise<ReadResult> {
  const result = readJobResult(spec, text);
  if (!result.ok) return { payload: {} };
  if ("payload" in result.value) return result.value;
  const hash = artifactHash(result.value.artifact);
  const bytes = hash === null ? null : await readArtifact(hash, MAX_PAYLOAD_BYTES);
  if (bytes === null) {
    const missing = `The result is not stored, or is longer than ${MAX_PAYLOAD_BYTES} bytes.`;
    return { missing };
  }
  const payload = readResultPayload(spec, Buffer.from(bytes).toString("utf8"));
  return { payload: payload.ok ? payload.value : {} };
}
