/** Collectors that only measure a result: nothing runs. */
import { type Check, Float, type Json, type JsonObject, judge, sha256Hex } from "@bazaar/kernel";
import { describe, expect, test } from "vitest";
import type { JobTools } from "../job/job.ts";
import { collectJob } from "./collect.ts";

const TOOLS: JobTools = {
  openSandbox: () => Promise.reject(new Error("nothing had to be run")),
  readArtifact: () => Promise.reject(new Error("nothing had to be read")),
  leftMs: () => 1_000,
  limitMs: 1_000,
  signal: new AbortController().signal,
};

const evidenceOf = (check: Check, result: JsonObject) =>
  collectJob(check, { payload: {}, repository: null, result, sampleSeed: "seed" }, TOOLS);

const review: Check = {
  method: "review",
  diffFiles: [{ path: "a", ranges: [[1, 2]] }],
  focus: ["all"],
  depth: "quick",
};
const text: Check = { method: "text", minLength: 1, maxLength: 500_000, outputSchema: null };
const embedding: Check = {
  method: "embedding",
  count: 2,
  dimensions: 2,
  model: "mini",
  isDeterministic: false,
};
const order: Check = {
  method: "schema",
  schemaId: "oa.retrieval_rerank.v1",
  limits: { ids: ["a"], k: 1 },
};

function deep(levels: number): Json {
  return levels === 0 ? [] : [deep(levels - 1)];
}

test.each<{ check: Check }>([
  { check: review },
  { check: text },
  { check: embedding },
  { check: order },
])("a result with nothing in it fails the check $check.method", async ({ check }) => {
  expect(judge(check, await evidenceOf(check, {}))).toBe("fail");
});

describe("a review", () => {
  test("is evidence as it is, with the hash that the result states", async () => {
    const result = { review: { summary: "x" }, review_sha256: "ab" };
    expect(await evidenceOf(review, result)).toEqual({
      review: { summary: "x" },
      claimed_sha256: "ab",
    });
  });

  test.each<{ what: string; given: Json; exceeds: string }>([
    { what: "too long", given: { summary: "x".repeat(180_001) }, exceeds: "length" },
    { what: "too long once it is escaped", given: "\u0001".repeat(30_001), exceeds: "length" },
    { what: "too deep", given: deep(16), exceeds: "depth" },
  ])("that is $what fails by what it exceeds", async ({ given, exceeds }) => {
    const evidence = await evidenceOf(review, { review: given, review_sha256: "x".repeat(101) });
    expect(evidence).toEqual({ exceeds, claimed_sha256: null });
    expect(judge(review, evidence)).toBe("fail");
  });
});

describe("a text", () => {
  test("is shown if it is as long as any that fits", async () => {
    const longest = "\u0001".repeat(29_999);
    expect(await evidenceOf(text, { text: longest })).toMatchObject({ text: longest });
    expect(await evidenceOf(text, { text: `${longest}\u0001` })).toMatchObject({ length: 30_000n });
  });

  test("that does not fit is measured", async () => {
    const long = "x".repeat(200_000);
    const evidence = await evidenceOf(text, { text: long, text_sha256: sha256Hex(long) });
    expect(evidence).toMatchObject({ length: 200_000n, text_sha256: sha256Hex(long) });
    expect(judge(text, evidence)).toBe("pass");
    expect(judge(text, { ...evidence, claimed_sha256: sha256Hex("x") })).toBe("fail");
  });
});

describe("vectors", () => {
  const good = [
    [new Float(0.5), 1n],
    [0n, new Float(-1e300)],
  ] as const;
  test.each<{ what: string; embeddings: Json; is: string }>([
    { what: "of numbers", embeddings: good, is: "pass" },
    {
      what: "with null for NaN",
      embeddings: [
        [1n, null],
        [1n, 1n],
      ],
      is: "fail",
    },
    {
      what: "with the text NaN",
      embeddings: [
        [1n, "NaN"],
        [1n, 1n],
      ],
      is: "fail",
    },
    {
      what: "with the text Infinity",
      embeddings: [
        [1n, "Infinity"],
        [1n, 1n],
      ],
      is: "fail",
    },
    { what: "of two sizes", embeddings: [[1n], [1n, 1n]], is: "fail" },
    { what: "that are no lists", embeddings: [{ length: 2n }, "ab"], is: "fail" },
    {
      what: "inside each other",
      embeddings: [
        [[1n], 1n],
        [1n, 1n],
      ],
      is: "fail",
    },
    { what: "in too great a number", embeddings: Array<Json>(20_000).fill([1n, 1n]), is: "fail" },
  ])("$what: $is", async ({ embeddings, is }) => {
    const evidence = await evidenceOf(embedding, { embeddings, model_id: "mini" });
    expect(judge(embedding, evidence)).toBe(is);
  });

  test("have one hash, whoever measures them", async () => {
    const [a, b] = [{ embeddings: good }, { embeddings: good, model_id: "m" }];
    const hashes = [await evidenceOf(embedding, a), await evidenceOf(embedding, b)];
    expect(hashes[0]?.vectors_sha256).toBe(hashes[1]?.vectors_sha256);
    expect(hashes[0]?.vectors_sha256).toBe(sha256Hex("[[0.5,1],[0,-1e+300]]"));
    const spelled = {
      embeddings: [
        [new Float(0.5), new Float(1)],
        [new Float(-0), good[1][1]],
      ],
    };
    expect((await evidenceOf(embedding, spelled)).vectors_sha256).toBe(hashes[0]?.vectors_sha256);
  });
});
