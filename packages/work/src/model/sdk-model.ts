/**
 * Any provider of the `ai` SDK as a Model. The SDK and the provider are loaded with the first
 * question: a process that never asks a model never pays for them.
 */
import type { LanguageModel } from "ai";
import { type Model, type ModelRequest, ModelUnavailable } from "./model.ts";

export function sdkModel(name: string, load: () => Promise<LanguageModel>): Model {
  let loaded: Promise<LanguageModel> | null = null;
  return {
    name,
    async complete(request) {
      loaded ??= load();
      const [sdk, model] = await Promise.all([import("ai"), loaded]);
      return complete(sdk, model, name, request);
    },
  };
}

async function complete(
  { generateText, APICallError }: typeof import("ai"),
  model: LanguageModel,
  name: string,
  { system, prompt, maxOutputTokens, signal }: ModelRequest,
): Promise<string> {
  // The caller retries: it knows how much time is left.
  const options = { model, prompt, maxOutputTokens, maxRetries: 0, abortSignal: signal };
  const answered = await generateText({ ...options, instructions: system }).catch((error) => {
    if (signal.aborted) throw new ModelUnavailable(name, "it took too long");
    const status = APICallError.isInstance(error) ? error.statusCode : undefined;
    throw new ModelUnavailable(
      name,
      status === undefined ? "it could not be reached" : `status ${status}`,
    );
  });
  if (answered.finishReason === "content-filter") {
    throw new ModelUnavailable(name, "its provider declined the request");
  }
  return answered.text;
}
