/** Measures vectors: how many values each has, and how many of them are not finite numbers. */
import {
  Float,
  isJsonArray,
  isWithinDepth,
  type Json,
  MAX_EMBEDDINGS,
  MAX_MODEL_NAME,
  rfc8785,
  sha256Hex,
} from "@bazaar/kernel";
import type { JobCollector } from "../../job/job.ts";

/** A list of lists of numbers. */
const DEPTH = 2;

export const collectEmbedding: JobCollector<unknown> = async (_, { result }) => {
  const { embeddings, model_id: model } = result;
  // One more than any job can ask for is too many, however many there are.
  const vectors = isJsonArray(embeddings) ? embeddings.slice(0, MAX_EMBEDDINGS + 1) : [];
  const isNamed = typeof model === "string" && model.length <= MAX_MODEL_NAME;
  return {
    dimensions: vectors.map((vector) => BigInt(isJsonArray(vector) ? vector.length : 0)),
    not_finite: BigInt(vectors.reduce<number>((sum, vector) => sum + notFinite(vector), 0)),
    model: isNamed ? model : null,
    vectors_sha256: isWithinDepth(vectors, DEPTH) ? hashOf(vectors) : null,
  };
};

/** The same numbers have the same hash however they are spelled: 1 and 1.0, for example. */
function hashOf(vectors: readonly Json[]): string | null {
  const text = rfc8785(vectors, "doubles");
  return text.ok ? sha256Hex(text.value) : null;
}

/** A JSON number is finite; everything else is no number. */
function notFinite(vector: Json): number {
  if (!isJsonArray(vector)) return 1;
  return vector.filter((value) => typeof value !== "bigint" && !(value instanceof Float)).length;
}
