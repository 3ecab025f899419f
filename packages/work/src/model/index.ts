export { anthropic } from "./anthropic.ts";
export type { Model, ModelRequest } from "./model.ts";
export { ModelUnavailable } from "./model.ts";
export { openAiCompatible } from "./openai-compatible.ts";
export { openRouter } from "./openrouter.ts";
