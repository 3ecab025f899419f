/**
 * Vectors of the agreed number and size, with finite values.
 *
 * The vectors themselves are too long for an entry: the evidence is how many values each has, how many
 * values are not finite numbers, which model the result names, and the hash of all. Other
 * hardware gives other values, so they are compared only where the terms call the model deterministic,
 * and then only with those of a second run.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../canonical/json.ts";
import type { CheckKind } from "../check-kind.ts";
import { MAX_EVIDENCE } from "../judging-cost.ts";
import { type NamedCheck, verdictOf } from "../named-check.ts";
import { jobPayload } from "../rerun.ts";
import { openStep, step } from "../step.ts";

export interface EmbeddingCheck {
  readonly method: "embedding";
  /** One vector for each text. */
  readonly count: number;
  /** Of every vector; null: any, but all alike. */
  readonly dimensions: number | null;
  /** Null: any. */
  readonly model: string | null;
  readonly isDeterministic: boolean;
}

export const MAX_EMBEDDINGS = 10_000;
export const MAX_DIMENSIONS = 100_000;
export const MAX_MODEL_NAME = 200;

/** For each character of the list of sizes. */
const STEPS_OF_SIZE = 2;

export const embedding: CheckKind<EmbeddingCheck> = {
  method: "embedding",
  documentMethod: "embedding",
  // The market has no models to run again.
  replays: ({ isDeterministic }, work) => !isDeterministic && jobPayload(work) !== null,
  decidedBy: "dimensions",
  read: (read) => ({
    method: "embedding",
    count: read.integer("count", { min: 1, max: MAX_EMBEDDINGS }),
    dimensions: read.optional("dimensions", (name) =>
      read.integer(name, { min: 1, max: MAX_DIMENSIONS }),
    ),
    model: read.optional("model", (name) => read.string(name, { min: 1, max: MAX_MODEL_NAME })),
    isDeterministic: read.boolean("is_deterministic"),
  }),
  json: ({ method, count, dimensions, model, isDeterministic }) => ({
    method,
    count: BigInt(count),
    dimensions: dimensions === null ? null : BigInt(dimensions),
    model,
    is_deterministic: isDeterministic,
  }),
  judge: (check, evidence) => verdictOf(named(check, evidence)),
  named,
  // Sizes are listed in the evidence, two characters each at least.
  cost: () => STEPS_OF_SIZE * MAX_EVIDENCE,
  isSupported: ({ dimensions }) => isJsonArray(dimensions),
  words: ({ count, model }) =>
    `${count} vectors of finite numbers${model === null ? "" : ` of ${JSON.stringify(model)}`}`,
  rule: ({ count, isDeterministic }) =>
    `there are ${count} vectors of one size with finite values${isDeterministic ? ", the same in a second run" : ""}`,
};

function named(check: EmbeddingCheck, evidence: JsonObject): readonly NamedCheck[] {
  const { count, dimensions, model, isDeterministic } = check;
  const sizes = isJsonArray(evidence.dimensions) ? evidence.dimensions : null;
  const steps = [
    sizes === null
      ? openStep("count_matches", "no vectors")
      : step("count_matches", sizes.length === count ? null : `${sizes.length} vectors`),
    sizes === null ? openStep("dimensions_equal", "no vectors") : sizeStep(sizes, dimensions),
    finiteStep(evidence.not_finite),
  ];
  if (model !== null) steps.push(modelStep(model, evidence.model));
  if (isDeterministic) steps.push(rerunStep(evidence));
  return steps;
}

function sizeStep(sizes: readonly Json[], dimensions: number | null): NamedCheck {
  const expected = dimensions === null ? sizes[0] : BigInt(dimensions);
  const isSize = typeof expected === "bigint" && expected >= 1n;
  const other = sizes.findIndex((size) => size !== expected);
  if (isSize && other < 0) return step("dimensions_equal", null);
  return step("dimensions_equal", `vector ${Math.max(other, 0)} has another size`);
}

function finiteStep(count: Json | undefined): NamedCheck {
  if (typeof count !== "bigint") return openStep("values_finite", "no vectors");
  return step("values_finite", count === 0n ? null : `${count} values are not finite numbers`);
}

function modelStep(model: string, stated: Json | undefined): NamedCheck {
  if (stated === undefined) return openStep("model_matches", "no model");
  return step("model_matches", stated === model ? null : "the result names another model");
}

/** Without a second run nobody knows. */
function rerunStep({ vectors_sha256: hash, rerun }: JsonObject): NamedCheck {
  const again = isJsonObject(rerun) ? rerun.vectors_sha256 : undefined;
  if (typeof hash !== "string" || typeof again !== "string") {
    return openStep("rerun_matches", "not run again");
  }
  return step("rerun_matches", hash === again ? null : "a second run gives other vectors");
}
