/** The judge to measure, from the command line and the environment. */
import type { Judge } from "@bazaar/market/ports";
import { openAiCompatible } from "@bazaar/work/model";
import { factsJudge } from "../src/facts/facts-judge.ts";
import { defaultModels, onEveryBench } from "../src/model/default-models.ts";
import { type ModelsByTier, modelJudge } from "../src/model/model-judge.ts";

export interface JudgeOptions {
  readonly judge?: string | undefined;
  readonly "base-url"?: string | undefined;
  readonly model?: string | undefined;
}

export interface Chosen {
  readonly title: string;
  readonly judge: Judge;
}

/** Null when there is neither a model nor a key for one. */
export function chooseJudge(
  options: JudgeOptions,
  environment: Readonly<Record<string, string | undefined>>,
): Chosen | null {
  if (options.judge === "facts") return { title: "facts judge, no model", judge: factsJudge() };
  const models = modelsOf(options, environment);
  if (models === null) return null;
  const names = models.district.map(({ name }) => name).join(", then ");
  const clock = { nowMs: () => Date.now() };
  return { title: `model judge: ${names}`, judge: modelJudge({ models, clock }) };
}

function modelsOf(
  { "base-url": baseUrl, model }: JudgeOptions,
  environment: Readonly<Record<string, string | undefined>>,
): ModelsByTier | null {
  if (baseUrl !== undefined && model !== undefined) {
    const apiKey = environment.EVALS_API_KEY;
    const key = apiKey === undefined ? {} : { apiKey };
    return onEveryBench([openAiCompatible({ baseUrl, model, ...key })]);
  }
  const ids = model === undefined ? {} : { district: [model], appeals: [model], supreme: [model] };
  return defaultModels({
    openRouterKey: environment.OPENROUTER_API_KEY,
    anthropicKey: environment.FIX_API_KEY,
    ids,
  });
}
