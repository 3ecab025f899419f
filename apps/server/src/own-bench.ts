/** The judge of this server: models if the operator has access to some, else recorded facts. */
import { factsJudge } from "@bazaar/judges/facts";
import { defaultModels, type ModelsByTier, modelJudge } from "@bazaar/judges/model";
import { InvariantViolation, TIERS, type TierName } from "@bazaar/kernel";
import type { Clock, Judge } from "@bazaar/market/ports";
import { BadInput } from "@bazaar/terminal";
import { openAiCompatible } from "@bazaar/work/model";
import type { Config } from "./config.ts";

export interface OwnBench {
  readonly kind: "facts" | "model";
  readonly judge: Judge;
  /** The models of each tier; empty for the judge on recorded facts. */
  readonly modelNames: Readonly<Record<TierName, readonly string[]>>;
}

type ModelNames = Config["settings"]["courts"]["models"];

/** The benches that a server can have; each gives null if the operator has not provided for it. */
const BENCHES: readonly ((config: Config, clock: Clock) => OwnBench | null)[] = [
  modelBench,
  factsBench,
];

export function ownBench(config: Config, clock: Clock): OwnBench {
  for (const open of BENCHES) {
    const bench = open(config, clock);
    if (bench !== null) return bench;
  }
  throw new InvariantViolation("recorded facts need nothing");
}

export function factsBench(): OwnBench {
  return { kind: "facts", judge: factsJudge(), modelNames: byTier(() => []) };
}

function modelBench(config: Config, clock: Clock): OwnBench | null {
  const models = configuredModels(config);
  if (models === null) return null;
  const modelNames = byTier((tier) => models[tier].map(({ name }) => name));
  return { kind: "model", judge: modelJudge({ models, clock }), modelNames };
}

function configuredModels({ models: access, settings }: Config): ModelsByTier | null {
  const named = settings.courts.models;
  if (access.baseUrl !== null) return modelsAt(access.baseUrl, access, named);
  const ids = Object.fromEntries(Object.entries(named).filter(([, list]) => list !== undefined));
  const models = defaultModels({
    openRouterKey: access.openRouterKey ?? undefined,
    anthropicKey: access.anthropicKey ?? undefined,
    ids,
  });
  if (models === null && Object.keys(ids).length > 0) {
    throw new BadInput(
      "courts.models: no access to models; set OPENROUTER_API_KEY, FIX_API_KEY or BAZAAR_MODEL_URL",
    );
  }
  return models;
}

function modelsAt(
  baseUrl: string,
  { model, baseUrlKey }: Config["models"],
  named: ModelNames,
): ModelsByTier {
  const key = baseUrlKey === null ? {} : { apiKey: baseUrlKey };
  return byTier((tier) => {
    const ids = named[tier] ?? (model === null ? [] : [model]);
    if (ids.length === 0) {
      throw new BadInput(
        `BAZAAR_MODEL_URL: set BAZAAR_MODEL too, or courts.models.${tier} in the settings file`,
      );
    }
    return ids.map((id) => openAiCompatible({ baseUrl, model: id, ...key }));
  });
}

function byTier<Value>(give: (tier: TierName) => Value): Record<TierName, Value> {
  const values = TIERS.map((tier) => [tier, give(tier)] as const);
  return Object.fromEntries(values) as Record<TierName, Value>;
}
