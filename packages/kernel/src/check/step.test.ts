import { expect, test } from "vitest";
import { hashStep, step } from "./step.ts";

test("a step passes without a problem and fails with one", () => {
  expect(step("a", null)).toEqual({ name: "a", verdict: "pass", details: null });
  expect(step("a", "no")).toEqual({ name: "a", verdict: "fail", details: "no" });
});

test("a stated hash is compared; none is a failure, and no word of it is not", () => {
  expect(hashStep("ab", "ab").verdict).toBe("pass");
  expect(hashStep("AB", "ab").verdict).toBe("fail");
  expect(hashStep(null, "ab").verdict).toBe("fail");
  expect(hashStep(undefined, "ab").verdict).toBe("no_verdict");
  expect(hashStep("ab", null).verdict).toBe("no_verdict");
});
