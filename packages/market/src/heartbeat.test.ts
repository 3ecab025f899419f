import { MemoryStore } from "@bazaar/store/memory";
import { freeTerms, rehearse, START_MS, through } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { gapsSince, Heartbeat, lastSeenMs } from "./heartbeat.ts";
import { MAX_PAGE, StoreUnavailable } from "./ports/store.ts";

class Host {
  readonly store = new MemoryStore();
  nowMs = START_MS;

  start(): Promise<Heartbeat> {
    return Heartbeat.start(this.store, { nowMs: () => this.nowMs });
  }
}

const gap = (from: number, to: number) => ({ fromMs: START_MS + from, toMs: START_MS + to });

test("a market that beats has no outage", async () => {
  const host = new Host();
  const heartbeat = await host.start();
  for (let beat = 0; beat < 10; beat += 1) {
    expect(heartbeat.isSilent).toBe(false);
    await heartbeat.beat();
    host.nowMs += 1_000;
  }
  expect(await heartbeat.since(0, host.nowMs)).toEqual([]);
});

test("a pause is published as soon as somebody asks, and ends then", async () => {
  const host = new Host();
  const heartbeat = await host.start();
  host.nowMs += 5_000;
  expect(heartbeat.isSilent).toBe(true);
  expect(await heartbeat.since(0, host.nowMs)).toEqual([gap(0, 5_000)]);
  expect(heartbeat.isSilent).toBe(false);
  expect(await gapsSince(host.store, 0, host.nowMs)).toEqual([gap(0, 5_000)]);
  host.nowMs += 400;
  await heartbeat.beat();
  expect(await heartbeat.since(0, host.nowMs)).toEqual([gap(0, 5_000)]);
});

test("a restart ends a gap that began with the last beat", async () => {
  const host = new Host();
  await host.start();
  host.nowMs += 125_000;
  const restarted = await host.start();
  host.nowMs += 400;
  expect(await restarted.since(START_MS, host.nowMs)).toEqual([gap(0, 125_000)]);
});

test("a gap stays open while nothing can be written", async () => {
  const host = new Host();
  await host.start();
  host.nowMs += 125_000;
  let isFull = true;
  const store = through(host.store, async (name, call) => {
    if (name === "beat" && isFull) throw new StoreUnavailable("the disk is full");
    return call();
  });
  const restarted = await Heartbeat.start(store, { nowMs: () => host.nowMs });
  host.nowMs += 5_000;
  expect(await restarted.since(START_MS, host.nowMs)).toEqual([gap(0, 130_000)]);
  await expect(restarted.beat()).rejects.toThrow(StoreUnavailable);
  isFull = false;
  await restarted.beat();
  host.nowMs += 400;
  expect(await restarted.since(START_MS, host.nowMs)).toEqual([gap(0, 130_000)]);
});

test("a pause of one process is no gap while another beats", async () => {
  const host = new Host();
  const [paused, other] = [await host.start(), await host.start()];
  await paused.beat();
  for (let beat = 0; beat < 10; beat += 1) {
    host.nowMs += 500;
    await other.beat();
  }
  expect(await paused.since(0, host.nowMs)).toEqual([]);
});

test("gaps come in their order, without those that had ended", async () => {
  const host = new Host();
  const heartbeat = await host.start();
  for (const ms of [0, 3_000, 4_000, 9_000]) {
    host.nowMs = START_MS + ms;
    await heartbeat.beat();
  }
  host.nowMs += 2_000;
  const open = gap(9_000, 11_000);
  const [first, second] = [gap(0, 3_000), gap(4_000, 9_000)];
  expect(await heartbeat.since(0, host.nowMs)).toEqual([first, second, open]);
  expect(await heartbeat.since(START_MS + 3_000, host.nowMs)).toEqual([second, open]);
  expect(await heartbeat.since(START_MS + 9_000, host.nowMs)).toEqual([open]);
});

test("more gaps than a page holds are all given, the oldest first", async () => {
  const host = new Host();
  const heartbeat = await host.start();
  for (let gaps = 0; gaps < 2 * MAX_PAGE + 44; gaps += 1) {
    host.nowMs += 2_000;
    await heartbeat.beat();
  }
  const all = await heartbeat.since(START_MS, host.nowMs);
  expect(all).toHaveLength(2 * MAX_PAGE + 44);
  expect(all).toEqual(all.map((_, index) => gap(index * 2_000, (index + 1) * 2_000)));
});

test("the last time seen is that of the last beat or of the newest entry", async () => {
  const host = new Host();
  expect(await lastSeenMs(host.store)).toBe(0);
  await host.start();
  expect(await lastSeenMs(host.store)).toBe(START_MS);
  const posted = rehearse(1, freeTerms());
  posted.nowMs = START_MS + 300;
  await host.store.commit([posted.post()]);
  expect(await lastSeenMs(host.store)).toBe(START_MS + 300);
  await host.store.beat(START_MS + 500);
  expect(await lastSeenMs(host.store)).toBe(START_MS + 500);
});
