/** Heartbeats: one for all processes; a silence between two is a gap. */
import { MIN_GAP_MS } from "@bazaar/kernel";
import { MAX_GAPS, type Store } from "@bazaar/market/ports";
import { expect } from "vitest";
import { START_MS } from "../story.ts";
import type { Claim } from "./under-test.ts";

const EVER = { afterMs: 0, beforeMs: Number.MAX_SAFE_INTEGER, limit: 256 };

export function storeHeartbeatClaims(claim: Claim): void {
  const beatAll = async (store: Store, times: readonly number[]): Promise<void> => {
    for (const ms of times) await store.beat(START_MS + ms);
  };
  const gap = (from: number, to: number) => ({ fromMs: START_MS + from, toMs: START_MS + to });

  claim("there is no beat and no gap before the first beat", async ({ store }) => {
    expect(await store.lastBeat()).toBeNull();
    expect(await store.gaps(EVER)).toEqual([]);
    expect(await store.beat(START_MS)).toEqual({ atMs: START_MS, lastGapMs: 0 });
    expect(await store.gaps(EVER)).toEqual([]);
  });

  claim("a silence of more than a second is a gap, a second is none", async ({ store }) => {
    await beatAll(store, [0, 500, 500 + MIN_GAP_MS, 501 + 2 * MIN_GAP_MS]);
    expect(await store.gaps(EVER)).toEqual([gap(1_500, 2_501)]);
    expect(await store.lastBeat()).toEqual({ atMs: START_MS + 2_501, lastGapMs: START_MS + 2_501 });
  });

  claim("while any process beats there is no gap", async ({ store, another }) => {
    for (let at = 0; at < 5_000; at += 1_600) {
      await store.beat(START_MS + at);
      await another.beat(START_MS + at + 800);
    }
    expect(await store.gaps(EVER)).toEqual([]);
    await store.beat(START_MS + 9_000);
    expect(await another.gaps(EVER)).toEqual([gap(5_600, 9_000)]);
    expect(await another.lastBeat()).toEqual(await store.lastBeat());
  });

  claim("a beat of a slower clock changes nothing", async ({ store, another }) => {
    await beatAll(store, [0, 900]);
    expect(await another.beat(START_MS + 100)).toEqual({ atMs: START_MS + 900, lastGapMs: 0 });
    await beatAll(store, [1_800]);
    expect(await store.gaps(EVER)).toEqual([]);
  });

  claim("gaps are given newest first, within bounds and in pages", async ({ store }) => {
    await beatAll(store, [0, 10_000, 20_000, 30_000]);
    const all = [gap(20_000, 30_000), gap(10_000, 20_000), gap(0, 10_000)];
    expect(await store.gaps(EVER)).toEqual(all);
    expect(await store.gaps({ ...EVER, limit: 2 })).toEqual(all.slice(0, 2));
    expect(await store.gaps({ ...EVER, afterMs: START_MS + 10_000 })).toEqual(all.slice(0, 2));
    expect(await store.gaps({ ...EVER, afterMs: START_MS + 9_999 })).toEqual(all);
    expect(await store.gaps({ ...EVER, beforeMs: START_MS + 20_000 })).toEqual(all.slice(1));
    expect(await store.gaps({ ...EVER, beforeMs: START_MS + 20_001 })).toEqual(all);
  });

  claim("a gap is kept, however old", async ({ store }) => {
    const yearMs = 365 * 24 * 3_600_000;
    await beatAll(store, [0, 2_000, yearMs]);
    expect(await store.gaps(EVER)).toEqual([gap(2_000, yearMs), gap(0, 2_000)]);
  });

  claim("the number of gaps is limited", async ({ store }) => {
    const beats = Array.from({ length: MAX_GAPS + 3 }, (_, index) => index * 2_000);
    await Promise.all(beats.map((ms) => store.beat(START_MS + ms)));
    const first = await store.gaps({ ...EVER, beforeMs: START_MS + 6_001 });
    expect(first).toEqual([gap(6_000, 8_000), gap(4_000, 6_000)]);
  });
}
