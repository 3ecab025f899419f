import { boundedFetch } from "./bounded-fetch.ts";
import type { Model } from "./model.ts";
import { sdkModel } from "./sdk-model.ts";

/** A model of Anthropic's own API. */
export function anthropic(options: {
  readonly apiKey: string;
  readonly model: string;
  readonly baseUrl?: string;
}): Model {
  const { apiKey, model, baseUrl } = options;
  return sdkModel(model, async () => {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    const base = baseUrl === undefined ? {} : { baseURL: baseUrl };
    return createAnthropic({ apiKey, fetch: boundedFetch, ...base })(model);
  });
}
