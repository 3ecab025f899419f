import { setImmediate as settled } from "node:timers/promises";
import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

/** Turns with a clock that only work moves, and turns of the event loop that the test makes. */
class Scene {
  nowMs = 0;
  readonly charged: Record<string, number> = {};
  readonly order: string[] = [];
  #next: (() => void)[] = [];
  readonly turns = new Turns({
    nowMs: () => this.nowMs,
    nextTurn: (run) => this.#next.push(run),
    charge: (address, ms) => {
      const key = address ?? "this process";
      this.charged[key] = (this.charged[key] ?? 0) + ms;
    },
    timeOf: (address) => this.charged[address ?? "this process"] ?? 0,
  });

  /** A request that works for so long, in parts between which it may pause. */
  async request(address: string, ...parts: readonly number[]): Promise<void> {
    const turn = await this.turns.begin(address);
    for (const [at, ms] of parts.entries()) {
      // As requests do: most of the work follows promises that are resolved already.
      await undefined;
      this.nowMs += ms;
      this.order.push(parts.length === 1 ? address : `${address}${at}`);
      await turn.pause();
    }
    turn.end();
  }

  /** What runs until the next turn of the event loop. */
  async turn(): Promise<readonly string[]> {
    for (const run of this.#next.splice(0)) run();
    await settled();
    return this.order.splice(0);
  }
}

test("an address that has used its slice waits for the next turn, others do not", async () => {
  const scene = new Scene();
  for (const ms of [8, 8, 8, 1]) {
    void scene.request("a", ms);
    await settled();
  }
  void scene.request("b", 1);
  await settled();
  expect(scene.order.splice(0)).toEqual(["a", "a", "b"]);
  expect(await scene.turn()).toEqual(["a", "a"]);
});

test("waiting addresses take turns, each for its own slice", async () => {
  const scene = new Scene();
  for (const address of ["a", "b"]) {
    for (let sent = 0; sent < 5; sent += 1) {
      void scene.request(address, 5);
      await settled();
    }
  }
  expect(scene.order.splice(0)).toEqual(["a", "a", "b", "b"]);
  expect(await scene.turn()).toEqual(["a", "b", "a", "b"]);
  expect(await scene.turn()).toEqual(["a", "b"]);
  expect(await scene.turn()).toEqual([]);
});

test("a long request pauses when its slice is over, and others go first", async () => {
  const scene = new Scene();
  void scene.request("a", 4, 4, 4, 4);
  await settled();
  void scene.request("b", 1);
  await settled();
  expect(scene.order.splice(0)).toEqual(["a0", "a1", "a2", "b"]);
  expect(await scene.turn()).toEqual(["a3"]);
});

test("all the time that requests take is charged to their addresses, and no other", async () => {
  const scene = new Scene();
  for (const [address, ms] of [
    ["a", 8],
    ["b", 3],
    ["a", 8],
    ["a", 4],
  ] as const) {
    void scene.request(address, ms);
    await settled();
  }
  scene.nowMs += 1_000;
  await scene.turn();
  expect(scene.charged).toEqual({ a: 20, b: 3 });
});

test("what else runs before the next turn is not charged to a request that has ended", async () => {
  const scene = new Scene();
  await scene.request("a", 5);
  scene.nowMs += 100;
  await settled();
  expect(scene.charged).toEqual({ a: 5 });
});

test("a hundred busy addresses take short turns, in which a quiet one goes first", async () => {
  const scene = new Scene();
  const parts = Array<number>(40).fill(1);
  const busy: Promise<void>[] = [];
  for (let at = 0; at < 100; at += 1) {
    busy.push(scene.request(`busy ${at} `, ...parts));
    await settled();
  }
  expect(scene.nowMs, "before the first turn is over").toBeLessThanOrEqual(30);
  const newcomer = scene.request("newcomer", 0.5);
  for (let turn = 0; turn < 6; turn += 1) await scene.turn();
  await newcomer;
  for (let turn = 0; turn < 20; turn += 1) {
    const startedMs = scene.nowMs;
    void scene.request("quiet", 0.01);
    const ran = await scene.turn();
    expect(ran[0], `turn ${turn}`).toBe("quiet");
    expect(scene.nowMs - startedMs, "the event loop is free again").toBeLessThanOrEqual(30);
  }
  for (let turn = 0; turn < 200; turn += 1) await scene.turn();
  await Promise.all(busy);
});
