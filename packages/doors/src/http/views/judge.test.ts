import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "../settings.ts";
import { judgeOf } from "./judge.ts";

const { notices } = DEFAULT_SETTINGS;

test("a court without a model says that it decides only recorded facts", () => {
  const { kind, decides } = judgeOf(notices);
  expect(kind).toBe("facts");
  expect(decides).toContain("decides only recorded facts");
});

test("a court with models says that they can be wrong", () => {
  const tierModels = { ...notices.tierModels, district: ["small"] };
  const { kind, decides } = judgeOf({ ...notices, tierModels });
  expect(kind).toBe("model");
  expect(decides).toContain("can be wrong");
});
