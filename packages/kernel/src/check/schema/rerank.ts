/** `oa.retrieval_rerank.v1`: the best of some candidates, in order. */
import { type Fields, fields } from "../../canonical/fields.ts";
import type { Json, JsonObject } from "../../canonical/json.ts";
import type { NamedCheck } from "../named-check.ts";
import { openStep, step } from "../step.ts";
import { unitValue } from "./unit-value.ts";

export const RERANK = "oa.retrieval_rerank.v1";

export interface RerankLimits {
  /** Of the candidates. */
  readonly ids: readonly string[];
  /** How many are wanted; if there are fewer candidates, all of them. */
  readonly k: number;
}

interface Ranked {
  readonly rank: number;
  readonly id: string;
  readonly score: number;
}

const MAX_CANDIDATES = 1_000;
const MAX_ID = 200;
const MAX_WORDS = 10_000;

export function readRerankLimits(read: Fields): RerankLimits {
  const limits = {
    ids: read.array("ids", { min: 1, max: MAX_CANDIDATES }, (items, at) =>
      items.string(at, { min: 1, max: MAX_ID }),
    ),
    k: read.integer("k", { min: 1, max: MAX_CANDIDATES }),
  };
  if (new Set(limits.ids).size < limits.ids.length) {
    read.fault("ids", "an id is there twice");
  }
  return limits;
}

export function rerankLimitsJson({ ids, k }: RerankLimits): JsonObject {
  return { ids, k: BigInt(k) };
}

export function rerankSteps({ ids, k }: RerankLimits, payload: Json): readonly NamedCheck[] {
  const read = fields(payload, "payload");
  const ranked = read.array("topk", { max: MAX_CANDIDATES }, (items, at) =>
    readRanked(items.object(at)),
  );
  if (read.problem !== null) {
    const because = "the payload is not valid";
    return [
      step("schema_valid", `${read.problem.field}: ${read.problem.problem}`),
      openStep("ids_valid", because),
      openStep("ranks_ordered", because),
      openStep("count_matches", because),
    ];
  }
  const wanted = Math.min(k, ids.length);
  return [
    step("schema_valid", null),
    step("ids_valid", idProblem(ids, ranked)),
    step("ranks_ordered", orderProblem(ranked)),
    step(
      "count_matches",
      ranked.length === wanted ? null : `${ranked.length} candidates, not ${wanted}`,
    ),
  ];
}

function readRanked(item: Fields): Ranked {
  item.onlyKnown(["rank", "id", "score", "why"]);
  item.optional("why", (name) => item.string(name, { max: MAX_WORDS }));
  const score = unitValue(item.json("score"));
  if (score === null) item.fault("score", "expected 0 to 1");
  return {
    rank: item.integer("rank", { min: 1, max: MAX_CANDIDATES }),
    id: item.string("id", { min: 1, max: MAX_ID }),
    score: score ?? 0,
  };
}

function idProblem(ids: readonly string[], ranked: readonly Ranked[]): string | null {
  const left = new Set(ids);
  // Each id is taken out once, so that one that comes again is not found.
  const wrong = ranked.find(({ id }) => !left.delete(id));
  return wrong === undefined ? null : `"${wrong.id}" is not a candidate, or is there twice`;
}

function orderProblem(ranked: readonly Ranked[]): string | null {
  const wrong = ranked.findIndex(
    ({ rank, score }, at) => rank !== at + 1 || score > (ranked[at - 1]?.score ?? 1),
  );
  return wrong < 0 ? null : `place ${wrong + 1} is out of order`;
}
