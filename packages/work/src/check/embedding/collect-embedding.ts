/** Measures vectors: how many values each has, and how many of them are not finite numbers. */
import {
  chainJson,
  Float,
  isJsonArray,
  isWithinDepth,
  type Json,
  MAX_EMBEDDINGS,
  MAX_MODEL_NAME,
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
    vectors_sha256: isWithinDepth(vectors, DEPTH) ? sha256Hex(chainJson(vectors)) : null,
  };
};

/** A JSON number is finite; everything else is no number. */
function notFinite(vector: Json): number {
  if (!isJsonArray(vector)) return 1;
  return vector.filter((value) => typeof value !== "bigint" && !(value instanceof Float)).length;
}
