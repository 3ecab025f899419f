import { expect, test } from "vitest";
import type { JsonObject } from "../../canonical/json.ts";
import { trajectory } from "./trajectory.ts";

const CHECK = { method: "trajectory" } as const;

const WHOLE = { problem: null, lines: 14n, wrong_counts: [] };

test.each<{ facts: JsonObject; verdict: string }>([
  { facts: WHOLE, verdict: "pass" },
  { facts: { ...WHOLE, wrong_counts: ["total_tool_calls"] }, verdict: "fail" },
  { facts: { problem: "missing", says: "none" }, verdict: "fail" },
  { facts: { problem: "different" }, verdict: "fail" },
  { facts: { stored: false }, verdict: "no_verdict" },
  { facts: { problem: "unheard of" }, verdict: "no_verdict" },
  { facts: { problem: null }, verdict: "no_verdict" },
  { facts: {}, verdict: "no_verdict" },
])("$facts: $verdict", ({ facts, verdict }) => {
  expect(trajectory.judge(CHECK, { trajectory: facts })).toBe(verdict);
});

test("without evidence there is no verdict, and nothing supports a report", () => {
  expect(trajectory.judge(CHECK, {})).toBe("no_verdict");
  expect(trajectory.isSupported?.({})).toBe(false);
});

test("only the step that found the problem fails; those after it were not seen", () => {
  const steps = trajectory.named?.(CHECK, {
    trajectory: { problem: "unsigned", says: "by whom?" },
  });
  expect(steps?.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
    "trajectory_present pass",
    "trajectory_readable pass",
    "trajectory_signed fail",
    "trajectory_matches no_verdict",
    "trajectory_counts no_verdict",
  ]);
});
