/** The default models of each tier. */
import type { TierName } from "@bazaar/kernel";
import { anthropic, type Model, openRouter } from "@bazaar/work/model";
import type { ModelsByTier } from "./model-judge.ts";

export type ModelIds = Readonly<Record<TierName, readonly string[]>>;

/**
 * The models that the `fix` protocol names: GLM-4 Plus, Claude Sonnet, Claude Opus. If a provider
 * does not have a model, the next in the list is asked.
 */
export const OPENROUTER_IDS: ModelIds = {
  district: ["z-ai/glm-4-plus", "z-ai/glm-4.6", "anthropic/claude-sonnet-4.5"],
  appeals: ["anthropic/claude-sonnet-4.5", "anthropic/claude-opus-4.5"],
  supreme: ["anthropic/claude-opus-4.5", "anthropic/claude-sonnet-4.5"],
};

export const ANTHROPIC_IDS: ModelIds = {
  district: ["claude-haiku-4-5", "claude-sonnet-4-5"],
  appeals: ["claude-sonnet-4-5", "claude-opus-4-5"],
  supreme: ["claude-opus-4-5", "claude-sonnet-4-5"],
};

/** OpenRouter if there is a key for it, else Anthropic; null without a key. */
export function defaultModels(keys: {
  readonly openRouterKey?: string | undefined;
  readonly anthropicKey?: string | undefined;
  /** Replaces the default ids of single benches. */
  readonly ids?: Partial<ModelIds> | undefined;
}): ModelsByTier | null {
  const { openRouterKey = "", anthropicKey = "", ids = {} } = keys;
  if (openRouterKey !== "") {
    return modelsFrom({ ...OPENROUTER_IDS, ...ids }, (model) =>
      openRouter({ apiKey: openRouterKey, model }),
    );
  }
  if (anthropicKey !== "") {
    return modelsFrom({ ...ANTHROPIC_IDS, ...ids }, (model) =>
      anthropic({ apiKey: anthropicKey, model }),
    );
  }
  return null;
}

/** The same models on every bench. */
export function onEveryBench(models: readonly Model[]): ModelsByTier {
  return { district: models, appeals: models, supreme: models };
}

function modelsFrom(
  { district, appeals, supreme }: ModelIds,
  modelOf: (id: string) => Model,
): ModelsByTier {
  return {
    district: district.map(modelOf),
    appeals: appeals.map(modelOf),
    supreme: supreme.map(modelOf),
  };
}
