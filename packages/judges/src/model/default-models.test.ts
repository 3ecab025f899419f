import { expect, test } from "vitest";
import { defaultModels } from "./default-models.ts";

function names(keys: Parameters<typeof defaultModels>[0]): unknown {
  const models = defaultModels(keys);
  return models && Object.values(models).map((bench) => bench.map(({ name }) => name)[0]);
}

test.each([
  { when: "there is no key", keys: {}, is: null },
  { when: "the keys are empty", keys: { openRouterKey: "", anthropicKey: "" }, is: null },
  {
    when: "OpenRouter's is there",
    keys: { openRouterKey: "a", anthropicKey: "b" },
    is: ["z-ai/glm-4-plus", "anthropic/claude-sonnet-4.5", "anthropic/claude-opus-4.5"],
  },
  {
    when: "only Anthropic's is there",
    keys: { anthropicKey: "b" },
    is: ["claude-haiku-4-5", "claude-sonnet-4-5", "claude-opus-4-5"],
  },
  {
    when: "a bench is named",
    keys: { anthropicKey: "b", ids: { district: ["claude-x"] } },
    is: ["claude-x", "claude-sonnet-4-5", "claude-opus-4-5"],
  },
])("when $when", ({ keys, is }) => {
  expect(names(keys)).toEqual(is);
});
