import { type CommitAnswer, StoreUnavailable, WORLD } from "@bazaar/market/ports";
import { MemoryStore } from "@bazaar/store/memory";
import { expect, test } from "vitest";
import { watchStore } from "./watched-store.ts";

/** A store in memory whose disk can be full. */
function watched() {
  const clock = { ms: 0, nowMs: () => clock.ms };
  const inner = new MemoryStore();
  const disk: { answer: CommitAnswer | null } = { answer: null };
  const full = () => Promise.reject(new StoreUnavailable("the disk is full"));
  inner.commit = () => (disk.answer === null ? full() : Promise.resolve([disk.answer]));
  inner.ledger.transfer = full;
  return { clock, disk, ...watchStore(inner, clock) };
}

test("what was never written to takes writes, and is read through as itself", async () => {
  const { store, takesWrites } = watched();
  expect(takesWrites()).toBe(true);
  expect(await store.lastNo()).toBe(0);
  expect(await store.ledger.balance("anybody", "XNO")).toBe(0n);
});

test("after a write that failed, only an act that is stored shows that writes are taken", async () => {
  const { store, disk, takesWrites } = watched();
  await expect(store.commit([])).rejects.toThrow("the disk is full");
  expect(takesWrites()).toBe(false);
  disk.answer = { is: "head_moved" };
  await store.commit([]);
  await store.lastNo();
  expect(takesWrites(), "nothing was written").toBe(false);
  disk.answer = { is: "stored", no: 1 };
  await store.commit([]);
  expect(takesWrites()).toBe(true);
});

test("a transfer that failed counts too, and is forgotten when nobody tries any more", async () => {
  const { clock, store, takesWrites } = watched();
  const gift = { key: "k", from: WORLD, to: "pia", asset: "XNO", amount: 1n };
  await expect(store.ledger.transfer(gift)).rejects.toThrow("the disk is full");
  clock.ms += 60_000;
  expect(takesWrites()).toBe(false);
  clock.ms += 1;
  expect(takesWrites()).toBe(true);
});
