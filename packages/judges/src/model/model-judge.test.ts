import { sha256Hex, type TierName } from "@bazaar/kernel";
import { type Judge, JudgeUnavailable, type Opinion } from "@bazaar/market/ports";
import { type Model, openAiCompatible } from "@bazaar/work/model";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  hangs,
  type Reply,
  resets,
  STAND_IN_KEY,
  type StandIn,
  says,
  sends,
  stalls,
  standIn,
} from "../../../work/test/stand-in.ts";
import { disputed, fileOf } from "../../test/cases.ts";
import { onEveryBench } from "./default-models.ts";
import { modelJudge } from "./model-judge.ts";
import { promptFor } from "./prompt.ts";

const clock = { nowMs: () => Date.now() };
const RULING = '{"outcome": "fulfilled", "reasoning": "entry 4 shows it"}';
const AMPLE_MS = 30_000;
const SHORT_MS = 300;

let server: StandIn | null = null;

beforeAll(async () => {
  // The SDK is loaded with the first question; where time is short it must be there already.
  await using warm = await standIn(() => says(RULING));
  const { baseUrl } = warm;
  const model = openAiCompatible({ baseUrl, model: "warm", apiKey: STAND_IN_KEY });
  await opine(modelJudge({ models: onEveryBench([model]), clock }));
});

afterEach(async () => {
  await server?.[Symbol.asyncDispose]();
  server = null;
});

/** A judge over models named first, second, …, each with its reply. */
async function judgeOf(...replies: readonly Reply[]): Promise<{ judge: Judge; server: StandIn }> {
  const names = ["first", "second", "third"].slice(0, replies.length);
  const started = await standIn(({ model }) => replies[names.indexOf(model)] ?? hangs);
  server = started;
  const { baseUrl } = started;
  const models = names.map((model) => openAiCompatible({ baseUrl, model, apiKey: STAND_IN_KEY }));
  return { judge: modelJudge({ models: onEveryBench(models), clock }), server: started };
}

function opine(judge: Judge, limitMs = AMPLE_MS, bench: TierName = "district"): Promise<Opinion> {
  return judge.opine(fileOf(disputed(), bench, Date.now() + limitMs));
}

test("a model is given the court's prompt and the case, and its ruling is the opinion", async () => {
  const { judge, server } = await judgeOf(says(RULING));
  const opinion = await opine(judge);
  const prompt = promptFor("district");
  expect(opinion).toEqual({
    answer: "fulfilled",
    reasoning: "entry 4 shows it",
    details: {
      judge_kind: "model",
      model: "first",
      prompt_sha256: prompt.sha256,
      cut_characters: 0n,
      also_tried: [],
    },
  });
  expect(server.problems).toEqual([]);
  expect(server.asked[0]?.system).toBe(prompt.system);
  expect(server.asked[0]?.prompt).toContain("| a misspelled target\n");
  expect(server.asked[0]?.prompt.endsWith(prompt.closing)).toBe(true);
});

test("each bench has its own prompt, and the ruling records its hash", async () => {
  const { judge } = await judgeOf(says(RULING));
  const hashes = new Set<unknown>();
  for (const bench of ["district", "appeals", "supreme"] as const) {
    const { system, closing } = promptFor(bench);
    const { details } = await opine(judge, AMPLE_MS, bench);
    expect(details.prompt_sha256).toBe(sha256Hex(`${system}\n${closing}`));
    hashes.add(details.prompt_sha256);
  }
  expect(hashes.size).toBe(3);
});

test.each([
  { what: "garbage", reply: says("lorem ipsum"), answer: "unreadable" },
  { what: "half an object", reply: says('{"outcome": "fulf', "length"), answer: "unreadable" },
  { what: "prose around an object", reply: says(`Well: ${RULING}`), answer: "unreadable" },
  { what: "nothing at all", reply: says(""), answer: "unreadable" },
  {
    what: "a refusal to rule",
    reply: says('{"outcome": "refused", "reasoning": "I will not"}'),
    answer: "refused",
  },
])("a single model that says $what has answered: $answer", async ({ reply, answer }) => {
  const { judge } = await judgeOf(reply);
  const opinion = await opine(judge);
  expect(opinion.answer).toBe(answer);
  expect(opinion.reasoning).not.toBe("");
});

describe("the judge is unavailable", () => {
  test.each([
    { when: "the server fails", reply: sends(500, "{}") },
    { when: "it is over its limit", reply: sends(429, "{}") },
    { when: "the reply is not JSON", reply: sends(200, "<html>") },
    { when: "the connection breaks", reply: resets },
  ])("when $when", async ({ reply }) => {
    const { judge } = await judgeOf(reply);
    await expect(opine(judge)).rejects.toThrow(JudgeUnavailable);
  });

  test.each([
    { when: "it hangs", reply: hangs },
    { when: "its answer stops in the middle", reply: stalls },
  ])("when $when, and the request is given up in time", async ({ reply }) => {
    const { judge, server } = await judgeOf(reply);
    const byMs = Date.now() + SHORT_MS;
    await expect(opine(judge, SHORT_MS)).rejects.toThrow("it took too long");
    expect(Date.now()).toBeLessThanOrEqual(byMs + AMPLE_MS / 10);
    await server.hungUp;
  });

  test("when the time is up before a model is asked", async () => {
    const { judge, server } = await judgeOf(says(RULING));
    await expect(opine(judge, -1)).rejects.toThrow(JudgeUnavailable);
    expect(server.asked).toEqual([]);
  });

  test("when the bench has no model", async () => {
    const judge = modelJudge({ models: onEveryBench([]), clock });
    await expect(opine(judge)).rejects.toThrow("no model");
  });

  test("and the message does not contain the key", async () => {
    const { judge } = await judgeOf(sends(401, `{"error": {"message": "bad ${STAND_IN_KEY}"}}`));
    const error = await opine(judge).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain("status 401");
    expect(String(error)).not.toContain(STAND_IN_KEY);
  });
});

describe("the next model is asked", () => {
  test.each([
    { when: "fails", reply: sends(503, "{}"), said: "first: status 503" },
    { when: "is unreadable", reply: says("hm"), said: "first: unreadable" },
    {
      when: "refuses to rule",
      reply: says('{"outcome": "refused", "reasoning": "no"}'),
      said: "first: refused",
    },
  ])("when the first $when", async ({ reply, said }) => {
    const { judge } = await judgeOf(reply, says(RULING));
    const { answer, details } = await opine(judge);
    expect(answer).toBe("fulfilled");
    expect(details).toMatchObject({ model: "second", also_tried: [said] });
  });

  test("when the first has used its part of the time", async () => {
    const { judge, server } = await judgeOf(hangs, says(RULING));
    const { answer, details } = await opine(judge, 3_000);
    expect(answer).toBe("fulfilled");
    expect(details.also_tried).toEqual(["first: it took too long"]);
    await server.hungUp;
  });

  test("with half of the time, if there are two", async () => {
    const deaf: Model = { name: "deaf", complete: () => new Promise(() => undefined) };
    const asked: number[] = [];
    const noting: Model = {
      name: "noting",
      complete: async () => {
        asked.push(Date.now());
        return RULING;
      },
    };
    const judge = modelJudge({ models: onEveryBench([deaf, noting]), clock });
    const startMs = Date.now();
    await opine(judge, 2_000);
    expect(asked).toHaveLength(1);
    expect((asked[0] ?? 0) - startMs).toBeLessThan(1_800);
  });

  test("even if the first ignores the signal", async () => {
    const deaf: Model = { name: "deaf", complete: () => new Promise(() => undefined) };
    const quick: Model = { name: "quick", complete: async () => RULING };
    const judge = modelJudge({ models: onEveryBench([deaf, quick]), clock });
    expect((await opine(judge, SHORT_MS)).details.model).toBe("quick");
  });
});

test.each([
  { first: "hm", second: "also hm", answer: "unreadable" },
  { first: "hm", second: '{"outcome": "refused", "reasoning": "no"}', answer: "refused" },
  { first: '{"outcome": "refused", "reasoning": "no"}', second: "hm", answer: "refused" },
])("without a ruling, $first and $second are $answer", async ({ first, second, answer }) => {
  const { judge } = await judgeOf(says(first), says(second));
  expect((await opine(judge)).answer).toBe(answer);
});

test("any other error is thrown", async () => {
  const broken: Model = {
    name: "broken",
    complete: async () => {
      throw new TypeError("our bug");
    },
  };
  const judge = modelJudge({ models: onEveryBench([broken]), clock });
  await expect(opine(judge)).rejects.toThrow("our bug");
});
