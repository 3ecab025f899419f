/** The models that an agent asks by default. */
import { anthropic, type Model, openRouter } from "@bazaar/work/model";

/** Free models, in the order they are tried: each is often over its limit. */
export const FREE_MODELS = [
  "meta-llama/llama-3.3-70b-instruct:free",
  "deepseek/deepseek-r1:free",
  "google/gemma-3-27b-it:free",
  "qwen/qwen3-32b:free",
];

const ANTHROPIC_MODELS = ["claude-haiku-4-5", "claude-sonnet-4-5"];

/** Free models with an OpenRouter key, otherwise Anthropic's; none without a key. */
export function solverModels(keys: {
  readonly openRouterKey?: string | null;
  readonly anthropicKey?: string | null;
  readonly ids?: readonly string[];
}): readonly Model[] {
  const { openRouterKey = null, anthropicKey = null, ids } = keys;
  if (openRouterKey !== null) {
    return (ids ?? FREE_MODELS).map((model) => openRouter({ apiKey: openRouterKey, model }));
  }
  if (anthropicKey !== null) {
    return (ids ?? ANTHROPIC_MODELS).map((model) => anthropic({ apiKey: anthropicKey, model }));
  }
  return [];
}
