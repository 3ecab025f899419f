export { anthropic } from "./anthropic.ts";
export { barred, blockOverhead, cutBody, dataBlock, tagFor } from "./data-block.ts";
export type { Model, ModelRequest } from "./model.ts";
export { ModelUnavailable } from "./model.ts";
export { type ModelAccess, readModelAccess } from "./model-access.ts";
export { openAiCompatible } from "./openai-compatible.ts";
export { openRouter } from "./openrouter.ts";
