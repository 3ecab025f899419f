import { InvariantViolation } from "@bazaar/kernel";
import { StoreDamaged, StoreUnavailable } from "@bazaar/market/ports";
import pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Loop } from "./loop.ts";

const lines: string[] = [];
const log = pino({}, { write: (line: string) => lines.push(line) });
const bugs: unknown[] = [];
const needs = { log, onBug: (error: unknown) => bugs.push(error) };

beforeEach(() => {
  vi.useFakeTimers();
  lines.length = 0;
  bugs.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

test("it waits as long as its turn asks for", async () => {
  const waits = [0, 0, 500];
  let turns = 0;
  const loop = new Loop("any", async () => waits[turns++] ?? 1_000, needs);
  await vi.advanceTimersByTimeAsync(0);
  expect(turns).toBe(3);
  await vi.advanceTimersByTimeAsync(499);
  expect(turns).toBe(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(turns).toBe(4);
  await loop.stop();
});

test("a notification starts the next turn at once, and many start one", async () => {
  let turns = 0;
  const turn = async () => {
    turns += 1;
    return 1_000;
  };
  const loop = new Loop("any", turn, needs);
  await vi.advanceTimersByTimeAsync(100);
  for (let times = 0; times < 1_000; times += 1) loop.notify();
  await vi.advanceTimersByTimeAsync(0);
  expect(turns).toBe(2);
  loop.notify();
  await vi.advanceTimersByTimeAsync(20);
  expect(turns).toBe(3);
  await loop.stop();
});

test("a stream of notifications starts a turn every 20 ms, not one each", async () => {
  let turns = 0;
  const turn = async () => {
    turns += 1;
    return 1_000;
  };
  const loop = new Loop("any", turn, needs);
  for (let ms = 0; ms < 200; ms += 1) {
    loop.notify();
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(turns).toBe(11);
  await loop.stop();
});

test("a notification during a turn is not lost", async () => {
  let turns = 0;
  const turn = async () => {
    turns += 1;
    if (turns === 1) loop.notify();
    return 1_000;
  };
  const loop: Loop = new Loop("any", () => Promise.resolve().then(turn), needs);
  await vi.advanceTimersByTimeAsync(20);
  expect(turns).toBe(2);
  await loop.stop();
});

test("a store that does not answer is retried with growing back-off", async () => {
  let turns = 0;
  const turn = async (): Promise<number> => {
    turns += 1;
    throw new StoreUnavailable("locked");
  };
  const loop = new Loop("payouts", turn, needs);
  await vi.advanceTimersByTimeAsync(0);
  for (const waitMs of [1_000, 2_000, 4_000]) {
    const before = turns;
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(turns).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(turns).toBe(before + 1);
  }
  expect(lines[0]).toContain('"loop":"payouts"');
  expect(lines[0]).toContain('"problem":"locked"');
  expect(bugs).toEqual([]);
  await loop.stop();
});

test("where the store is damaged, the loop goes on every second and reports it", async () => {
  let turns = 0;
  const found: unknown[] = [];
  const damage = new StoreDamaged("broken");
  const turn = async (): Promise<number> => {
    turns += 1;
    throw damage;
  };
  const onUnavailable = (failure: Error) => found.push(failure);
  const loop = new Loop("deadlines", turn, { ...needs, onUnavailable });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(turns).toBe(11);
  expect(found).toEqual(Array(11).fill(damage));
  expect(lines).toEqual([]);
  await loop.stop();
});

test("a notification does not shorten the back-off", async () => {
  let turns = 0;
  const turn = async (): Promise<number> => {
    turns += 1;
    throw new StoreUnavailable("locked");
  };
  const loop = new Loop("payouts", turn, needs);
  for (let ms = 0; ms < 999; ms += 1) {
    loop.notify();
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(turns).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(turns).toBe(2);
  await loop.stop();
});

test("a bug ends the loop and is reported", async () => {
  const bug = new InvariantViolation("impossible");
  const loop = new Loop("any", () => Promise.reject(bug), needs);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(bugs).toEqual([bug]);
  await loop.stop();
});

test("it finishes its turn before it stops, and starts no other", async () => {
  let turns = 0;
  const { promise, resolve } = Promise.withResolvers<number>();
  const turn = () => {
    turns += 1;
    return promise;
  };
  const loop = new Loop("any", turn, needs);
  let isStopped = false;
  const stopped = loop.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isStopped).toBe(false);
  resolve(0);
  await stopped;
  expect(turns).toBe(1);
});
