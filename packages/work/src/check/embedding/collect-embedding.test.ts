import { type Check, Float, type Json, type JsonObject, judge, sha256Hex } from "@bazaar/kernel";
import { describe, expect, test } from "vitest";
import { measured } from "../../../test/measured.ts";
import { collectEmbedding } from "./collect-embedding.ts";

const CHECK: Check = {
  method: "embedding",
  count: 2,
  dimensions: 2,
  model: "mini",
  isDeterministic: false,
};

const evidenceOf = (result: JsonObject) => measured(collectEmbedding, CHECK, result);

test("a result with nothing in it fails", async () => {
  expect(judge(CHECK, await evidenceOf({}))).toBe("fail");
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
    const evidence = await evidenceOf({ embeddings, model_id: "mini" });
    expect(judge(CHECK, evidence)).toBe(is);
  });

  test("have one hash, whoever measures them", async () => {
    const [a, b] = [{ embeddings: good }, { embeddings: good, model_id: "m" }];
    const hashes = [await evidenceOf(a), await evidenceOf(b)];
    expect(hashes[0]?.vectors_sha256).toBe(hashes[1]?.vectors_sha256);
    expect(hashes[0]?.vectors_sha256).toBe(sha256Hex("[[0.5,1],[0,-1e+300]]"));
    const spelled = {
      embeddings: [
        [new Float(0.5), new Float(1)],
        [new Float(-0), good[1][1]],
      ],
    };
    expect((await evidenceOf(spelled)).vectors_sha256).toBe(hashes[0]?.vectors_sha256);
  });
});
