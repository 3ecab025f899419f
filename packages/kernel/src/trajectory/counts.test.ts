import { sampleReplayLines, sampleTrajectory } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { Float, type Json } from "../canonical/json.ts";
import { countsOf, wrongCounts } from "./counts.ts";
import { readLines } from "./read-replay.ts";

function ending(claims: Readonly<Record<string, Json>>) {
  const lines = sampleReplayLines();
  const result = readLines([...lines.slice(0, -1), { ...lines.at(-1), ...claims }]);
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
}

test("calls, latency and utility are counted from the lines", () => {
  const counts = countsOf(sampleTrajectory());
  expect(counts).toMatchObject({ toolCalls: 3, latencyMs: 2500 });
  expect(counts.averageStepUtility).toBeCloseTo((0.8 + 1 - 0.25) / 3, 12);
  expect(wrongCounts(sampleTrajectory())).toEqual([]);
});

test("without results the average is 0", () => {
  expect(countsOf({ events: [] })).toEqual({ toolCalls: 0, latencyMs: 0, averageStepUtility: 0 });
});

test.each([
  { claims: { total_tool_calls: 15n }, wrong: ["total_tool_calls", 15, 3] },
  { claims: { total_latency_ms: 2501n }, wrong: ["total_latency_ms", 2501, 2500] },
  {
    claims: { average_step_utility: new Float(0.9) },
    wrong: ["average_step_utility", 0.9, expect.closeTo(0.516666, 5)],
  },
])("a wrong $wrong.0 is named with what was counted", ({ claims, wrong }) => {
  const [field, claimed, counted] = wrong;
  expect(wrongCounts(ending(claims))).toEqual([{ field, claimed, counted }]);
});

test("an average in single precision is right", () => {
  const single = new Float(Math.fround((0.8 + 1 - 0.25) / 3));
  expect(wrongCounts(ending({ average_step_utility: single }))).toEqual([]);
});
