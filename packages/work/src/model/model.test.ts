import { afterEach, describe, expect, test } from "vitest";
import {
  floods,
  hangs,
  type Reply,
  redirects,
  resets,
  STAND_IN_KEY,
  type StandIn,
  says,
  sends,
  stalls,
  standIn,
} from "../../test/stand-in.ts";
import { anthropic } from "./anthropic.ts";
import { type Model, ModelUnavailable } from "./model.ts";
import { openAiCompatible } from "./openai-compatible.ts";
import { openRouter } from "./openrouter.ts";

let server: StandIn | null = null;

afterEach(async () => {
  await server?.[Symbol.asyncDispose]();
  server = null;
});

async function serving(reply: Reply): Promise<StandIn> {
  server = await standIn(() => reply);
  return server;
}

function local({ baseUrl }: StandIn): Model {
  return openAiCompatible({ baseUrl, model: "small-1", apiKey: STAND_IN_KEY });
}

const QUESTION = { system: "You count.", prompt: "One, two, …", maxOutputTokens: 50 };

function ask(model: Model, signal = new AbortController().signal): Promise<string> {
  return model.complete({ ...QUESTION, signal });
}

async function unavailable(answer: Promise<string>): Promise<ModelUnavailable> {
  const error = await answer.then(
    (text) => new Error(`it answered: ${text}`),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ModelUnavailable);
  return error as ModelUnavailable;
}

test.each([
  { what: "a server that speaks OpenAI's protocol", adapter: openAiCompatible },
  { what: "OpenRouter", adapter: openRouter },
])("$what is asked with the key, the model and both messages", async ({ adapter }) => {
  const { baseUrl, asked, problems } = await serving(says("three"));
  const model = adapter({ baseUrl, model: "vendor/small-1", apiKey: STAND_IN_KEY });
  expect(await ask(model)).toBe("three");
  expect(problems).toEqual([]);
  const { system, prompt } = QUESTION;
  expect(asked).toEqual([{ model: "vendor/small-1", system, prompt, maxTokens: 50 }]);
  expect(model.name).toBe("vendor/small-1");
});

test("Anthropic answers in a protocol of its own", async () => {
  const content = [{ type: "text", text: "three" }];
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { type: "message", id: "1", role: "assistant", model: "m", content, usage };
  const { baseUrl } = await serving(
    sends(200, JSON.stringify({ ...message, stop_reason: "end_turn", stop_sequence: null })),
  );
  const model = anthropic({ baseUrl, model: "claude-haiku-4-5", apiKey: STAND_IN_KEY });
  expect(await ask(model)).toBe("three");
});

describe("there is no answer", () => {
  test.each([
    { when: "the server fails", reply: sends(500, "{}"), reason: "status 500" },
    { when: "there were too many questions", reply: sends(429, "{}"), reason: "status 429" },
    {
      when: "the key is wrong, which the server quotes",
      reply: sends(401, JSON.stringify({ error: { message: `no such key: ${STAND_IN_KEY}` } })),
      reason: "status 401",
    },
    { when: "the reply is not JSON", reply: sends(200, "<html>"), reason: "status 200" },
    { when: "the reply has no choices", reply: sends(200, "{}"), reason: "status 200" },
    { when: "the connection breaks", reply: resets, reason: "it could not be reached" },
    { when: "it points elsewhere", reply: redirects, reason: "it could not be reached" },
    {
      when: "the provider's filter cuts in",
      reply: says("", "content_filter"),
      reason: "its provider declined the request",
    },
  ])("when $when", async ({ reply, reason }) => {
    const error = await unavailable(ask(local(await serving(reply))));
    expect(error.reason).toBe(reason);
    expect(error.cause).toBeUndefined();
    expect(error.message).not.toContain(STAND_IN_KEY);
  });

  test("when it never ends", async () => {
    const { reason } = await unavailable(ask(local(await serving(floods))));
    expect(reason).toMatch(/^(it could not be reached|status 200)$/);
  });

  test.each([
    { when: "the server says nothing", reply: hangs },
    { when: "it stops in the middle", reply: stalls },
  ])("when $when until the asker gives up, and the server hears of it", async ({ reply }) => {
    const asker = new AbortController();
    const started = await serving((response) => {
      reply(response);
      asker.abort();
    });
    const error = await unavailable(ask(local(started), asker.signal));
    expect(error.reason).toBe("it took too long");
    await started.hungUp;
  });

  test("when the server is not running", async () => {
    const gone = await serving(hangs);
    const model = local(gone);
    await gone[Symbol.asyncDispose]();
    server = null;
    expect((await unavailable(ask(model))).reason).toBe("it could not be reached");
  });
});

test("an answer that hit its limit is given as far as it goes", async () => {
  const started = await serving(says('{"outcome": "ful', "length"));
  expect(await ask(local(started))).toBe('{"outcome": "ful');
});
