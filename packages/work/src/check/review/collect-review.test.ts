import { type Check, type JsonObject, judge } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { measured } from "../../../test/measured.ts";
import { TOO_LARGE } from "../../../test/too-large.ts";
import { collectReview } from "./collect-review.ts";

const CHECK: Check = {
  method: "review",
  diffFiles: [{ path: "a", ranges: [[1, 2]] }],
  focus: ["all"],
  depth: "quick",
};

const evidenceOf = (result: JsonObject) => measured(collectReview, CHECK, result);

test("a review is evidence as it is, with the hash that the result states", async () => {
  const result = { review: { summary: "x" }, review_sha256: "ab" };
  expect(await evidenceOf(result)).toEqual({ review: { summary: "x" }, claimed_sha256: "ab" });
});

test.each(TOO_LARGE)("a review that is $what fails by what it exceeds", async (large) => {
  const { given, exceeds } = large;
  const evidence = await evidenceOf({ review: given, review_sha256: "x".repeat(101) });
  expect(evidence).toEqual({ exceeds, claimed_sha256: null });
  expect(judge(CHECK, evidence)).toBe("fail");
});

test("a result without a review fails", async () => {
  expect(judge(CHECK, await evidenceOf({}))).toBe("fail");
});
