import { expect, test } from "vitest";
import { WriteHealth } from "./write-health.ts";

test("a failed write counts until an act is stored, or for a minute", () => {
  const clock = { ms: 0, nowMs: () => clock.ms };
  const health = new WriteHealth(clock);
  expect(health.acceptsWrites).toBe(true);
  health.record("failed");
  expect(health.acceptsWrites).toBe(false);
  health.record("stored");
  expect(health.acceptsWrites).toBe(true);
  health.record("failed");
  clock.ms += 60_000;
  expect(health.acceptsWrites).toBe(false);
  clock.ms += 1;
  expect(health.acceptsWrites).toBe(true);
});
