import { type Check, type JsonObject, judge } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { measured } from "../../../test/measured.ts";
import { TOO_LARGE } from "../../../test/too-large.ts";
import { collectSchema } from "./collect-schema.ts";

const CHECK: Check = {
  method: "schema",
  schemaId: "oa.retrieval_rerank.v1",
  limits: { ids: ["a"], k: 1 },
};

const evidenceOf = (result: JsonObject) => measured(collectSchema, CHECK, result);

test("the payload of a result is evidence as it is", async () => {
  const result = { ranked: [{ id: "a" }], more: null };
  expect(await evidenceOf(result)).toEqual({ payload: result });
});

test.each(TOO_LARGE)("a payload that is $what fails by what it exceeds", async (large) => {
  const evidence = await evidenceOf({ ranked: large.given });
  expect(evidence).toEqual({ exceeds: large.exceeds });
  expect(judge(CHECK, evidence)).toBe("fail");
});

test("a result with nothing in it fails", async () => {
  expect(judge(CHECK, await evidenceOf({}))).toBe("fail");
});
