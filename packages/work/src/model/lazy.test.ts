import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** Says which packages of the SDK a fresh process looked for after it made one model of each kind. */
const PROGRAM = `
import { registerHooks } from "node:module";
const seen = new Set();
registerHooks({
  resolve(name, context, next) {
    if (!/^(?:\\.|node:|file:)/.test(name)) seen.add(name);
    return next(name, context);
  },
});
const { anthropic, openAiCompatible, openRouter } = await import("@bazaar/work/model");
const model = openAiCompatible({ baseUrl: "http://127.0.0.1:9/v1", model: "m" });
anthropic({ apiKey: "k", model: "m" });
openRouter({ apiKey: "k", model: "m" });
const isSdk = (name) => name === "ai" || /^@(ai-sdk|openrouter)\\//.test(name);
const before = [...seen].filter(isSdk);
const question = { system: "s", prompt: "p", maxOutputTokens: 1, signal: AbortSignal.abort() };
const { name } = await model.complete(question).catch((error) => error);
console.log(JSON.stringify({ before, after: [...seen].filter(isSdk), name }));
`;

test("the SDK is loaded with the first question, and not before", () => {
  const args = ["--input-type=module", "--eval", PROGRAM];
  const cwd = import.meta.dirname;
  const said = execFileSync(process.execPath, args, { cwd, encoding: "utf8" });
  expect(JSON.parse(said)).toEqual({
    before: [],
    after: expect.arrayContaining(["ai", "@ai-sdk/openai-compatible"]),
    name: "ModelUnavailable",
  });
});
