import type { Needs } from "@bazaar/market";
import pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TaskLanes } from "./task-lanes.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("64 slow judges are waited for at once, and the next task waits", async () => {
  const { promise, resolve } = Promise.withResolvers<readonly never[]>();
  let asked = 0;
  const claimTasks = () => {
    asked += 1;
    return promise;
  };
  const needs = { store: { claimTasks }, clock: { nowMs: () => 0 } } as unknown as Needs;
  const lanes = new TaskLanes(needs, { log: pino({ level: "silent" }), onBug: () => {} });
  for (let lane = 0; lane < 64; lane += 1) {
    const turn = lanes.turn();
    await vi.advanceTimersByTimeAsync(20);
    expect(await turn).toBe(0);
  }
  const next = lanes.turn();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toBe(64);
  resolve([]);
  await next;
  await lanes.settled();
});
