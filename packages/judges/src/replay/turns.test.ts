import { describe, expect, test } from "vitest";
import { Turns } from "./turns.ts";

const PLACES = 2;
/** How often those who wait ask, at least. */
const ASK_MS = 10_000;

interface Played {
  readonly id: string;
  /** What it takes without being stopped. */
  readonly needsMs: number;
}

/** When each ended, with all of them asking from the start and nothing else to do. */
function play(checks: readonly Played[], untilMs: number): ReadonlyMap<string, number> {
  const turns = new Turns(PLACES);
  const ended = new Map<string, number>();
  const running = new Map<string, { readonly endsMs: number; readonly turn: AbortSignal }>();
  for (let nowMs = 0; nowMs <= untilMs; nowMs += 1_000) {
    for (const [id, { endsMs, turn }] of running) {
      if (!turn.aborted && endsMs > nowMs) continue;
      if (!turn.aborted) ended.set(id, nowMs);
      running.delete(id);
      turns.leave(id, nowMs);
    }
    for (const { id, needsMs } of nowMs % ASK_MS === 0 ? checks : []) {
      if (ended.has(id)) continue;
      const turn = turns.take(id, nowMs);
      if (turn !== null) running.set(id, { endsMs: nowMs + needsMs, turn });
    }
    expect(running.size).toBeLessThanOrEqual(PLACES);
  }
  return ended;
}

const endless = (count: number): Played[] =>
  Array.from({ length: count }, (_, index) => ({ id: `long ${index}`, needsMs: Infinity }));

describe("a short check", () => {
  test("waits a turn for those that take all day", () => {
    const ended = play([...endless(2), { id: "short", needsMs: 15_000 }], 120_000);
    expect(ended.get("short")).toBeLessThanOrEqual(60_000);
  });

  test("waits for one turn of each that came before it", () => {
    const ended = play([...endless(10), { id: "short", needsMs: 15_000 }], 600_000);
    expect(ended.get("short")).toBeLessThanOrEqual((10 / PLACES) * (20_000 + 2 * ASK_MS) + 15_000);
  });

  test("comes before those that have had a turn, whenever they came", () => {
    const turns = new Turns(1);
    const turn = turns.take("long", 0);
    expect(turns.take("short", 20_000)).toBeNull();
    expect(turn?.aborted).toBe(true);
    turns.leave("long", 20_000);
    expect(turns.take("long", 20_001)).toBeNull();
    expect(turns.take("short", 20_002)).not.toBeNull();
  });
});

test("who has had a turn does not wait for ever for those who have had none", () => {
  const turns = new Turns(1);
  turns.take("long", 0);
  turns.take("endless", 20_000);
  turns.leave("long", 20_000);
  const turn = turns.take("endless", 20_001);
  for (const atMs of [30_000, 55_000, 80_000, 99_000]) {
    expect(turns.take("long", atMs)).toBeNull();
    expect(turn?.aborted).toBe(false);
  }
  expect(turns.take("long", 100_001)).toBeNull();
  expect(turn?.aborted).toBe(true);
});

test("who has had turns makes way for a newcomer at once", () => {
  const turns = new Turns(1);
  turns.take("long", 0);
  turns.take("short", 20_000);
  turns.leave("long", 20_000);
  turns.take("short", 20_001);
  turns.leave("short", 25_000);
  const turn = turns.take("long", 25_000);
  expect(turns.take("new", 25_001)).toBeNull();
  expect(turn?.aborted).toBe(true);
});

test("a long check ends, too, beside others that never do", () => {
  const ended = play([...endless(4), { id: "long", needsMs: 300_000 }], 3_600_000);
  expect([...ended.keys()]).toEqual(["long"]);
});

test("nothing is stopped while nobody waits, or before its turn is over", () => {
  const turns = new Turns(1);
  const turn = turns.take("a", 0);
  expect(turns.take("a", 100_000)).toBeNull();
  expect(turn?.aborted).toBe(false);
  const other = new Turns(1);
  const early = other.take("a", 0);
  expect(other.take("b", 19_999)).toBeNull();
  expect(early?.aborted).toBe(false);
});

test("one place is made for one that waits, however often it asks", () => {
  const turns = new Turns(2);
  const running = [turns.take("a", 0), turns.take("b", 0)];
  for (const atMs of [20_000, 20_100, 20_200]) turns.take("c", atMs);
  expect(running.filter((turn) => turn?.aborted)).toHaveLength(1);
});

test("who no longer asks keeps nobody waiting", () => {
  const turns = new Turns(1);
  turns.take("a", 0);
  turns.take("gone", 1_000);
  turns.leave("a", 2_000);
  expect(turns.take("b", 2_000)).toBeNull();
  expect(turns.take("b", 32_000)).not.toBeNull();
});
