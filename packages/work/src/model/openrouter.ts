import { boundedFetch } from "./bounded-fetch.ts";
import type { Model } from "./model.ts";
import { sdkModel } from "./sdk-model.ts";

/** A model by its OpenRouter id, such as `anthropic/claude-opus-4.5`. */
export function openRouter(options: {
  readonly apiKey: string;
  readonly model: string;
  readonly baseUrl?: string;
}): Model {
  const { apiKey, model, baseUrl } = options;
  return sdkModel(model, async () => {
    const { createOpenRouter } = await import("@openrouter/ai-sdk-provider");
    const base = baseUrl === undefined ? {} : { baseURL: baseUrl };
    return createOpenRouter({ apiKey, fetch: boundedFetch, ...base })(model);
  });
}
