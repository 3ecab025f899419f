import { boundedFetch } from "./bounded-fetch.ts";
import type { Model } from "./model.ts";
import { sdkModel } from "./sdk-model.ts";

/** Any server that speaks OpenAI's chat completions, also a local one without a key. */
export function openAiCompatible(options: {
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
}): Model {
  const { baseUrl, model, apiKey } = options;
  return sdkModel(model, async () => {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const key = apiKey === undefined ? {} : { apiKey };
    const settings = { name: "openai-compatible", baseURL: baseUrl, fetch: boundedFetch, ...key };
    return createOpenAICompatible(settings)(model);
  });
}
