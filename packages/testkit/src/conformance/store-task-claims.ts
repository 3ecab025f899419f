/** Tasks: claimed by one, fenced by their attempt, kept until they are finished. */
import type { Store } from "@bazaar/market/ports";
import { expect } from "vitest";
import { type Rehearsal, rehearse } from "../rehearsal.ts";
import { samplePot } from "../sample-terms.ts";
import { type Claim, storeAll } from "./under-test.ts";

const LEASE_MS = 1_000;

/** A contract on a slow rail orders one task when it is posted. */
async function order(store: Store, number: number, lateMs = 0): Promise<Rehearsal> {
  const contract = rehearse(number, { pots: [samplePot({ rail: "nano" })] });
  contract.nowMs += lateMs;
  await storeAll(store, [contract.post()]);
  return contract;
}

export function storeTaskClaims(claim: Claim): void {
  const claimAt = (store: Store, nowMs: number, limit = 10) =>
    store.claimTasks({ nowMs, leaseMs: LEASE_MS, limit });
  const keys = async (store: Store, nowMs: number, limit = 10): Promise<readonly string[]> =>
    (await claimAt(store, nowMs, limit)).map(({ task }) => task.key);
  const keyOf = (contract: Rehearsal): string => `${contract.id}/task/0`;

  claim("a task is claimed once until its lease ends", async ({ store, another }) => {
    const contract = await order(store, 1);
    const [task] = await claimAt(store, contract.nowMs);
    expect(task?.attempt).toBe(1);
    expect(task?.task).toMatchObject({ kind: "open_hold", key: keyOf(contract) });
    expect(task?.task.payload).toMatchObject({ contract: contract.id, amount: 67n * 10n ** 28n });
    expect(await keys(another, contract.nowMs)).toEqual([]);
    expect(await keys(another, contract.nowMs + LEASE_MS - 1)).toEqual([]);
    const [again] = await claimAt(another, contract.nowMs + LEASE_MS);
    expect(again).toEqual({ task: task?.task, attempt: 2 });
  });

  claim("two handles that claim at once never share a task", async ({ store, another }) => {
    const contracts = [];
    for (let number = 0; number < 20; number += 1) contracts.push(await order(store, number));
    const { nowMs } = contracts[0] ?? rehearse(0);
    const claimed = await Promise.all(
      [store, another, store, another].map((h) => keys(h, nowMs, 7)),
    );
    const all = claimed.flat();
    expect(new Set(all).size).toBe(all.length);
    while (all.length < 20) {
      const more = await keys(store, nowMs);
      expect(more.length).toBeGreaterThan(0);
      all.push(...more);
    }
    expect(new Set(all)).toEqual(new Set(contracts.map(keyOf)));
  });

  claim("tasks run in the order of their times, at most so many", async ({ store }) => {
    const [a, b, c] = [await order(store, 1, 50), await order(store, 2), await order(store, 3, 20)];
    const { nowMs } = a;
    expect(await keys(store, b.nowMs - 1)).toEqual([]);
    expect(await keys(store, nowMs, 2)).toEqual([keyOf(b), keyOf(c)]);
    expect(await keys(store, nowMs, 2)).toEqual([keyOf(a)]);
  });

  claim("a finished task is gone, and its key is used up", async ({ store, another }) => {
    const contract = rehearse(1, { pots: [samplePot({ rail: "nano" })] });
    const posted = contract.post();
    await storeAll(store, [posted]);
    await claimAt(store, contract.nowMs);
    expect(await another.finishTask(keyOf(contract), 1)).toBe(true);
    expect(await another.finishTask(keyOf(contract), 1)).toBe(false);
    expect(await keys(store, contract.nowMs + 2 * LEASE_MS)).toEqual([]);
    const other = rehearse(2, { pots: [], court: { kind: "none" } });
    const write = other.post();
    await storeAll(store, [{ ...write, step: { ...write.step, tasks: posted.step.tasks } }]);
    expect(await keys(store, contract.nowMs + 2 * LEASE_MS)).toEqual([]);
  });

  claim("a key stands for one task", async ({ store }) => {
    const contract = rehearse(1, { pots: [samplePot({ rail: "nano" })] });
    const posted = contract.post();
    const other = rehearse(2, { pots: [], court: { kind: "none" } });
    const write = other.post();
    await storeAll(store, [posted]);
    await storeAll(store, [{ ...write, step: { ...write.step, tasks: posted.step.tasks } }]);
    expect(await keys(store, contract.nowMs)).toEqual([keyOf(contract)]);
  });

  claim("an owner whose lease ran out can no longer finish or put off", async (under) => {
    const { store, another } = under;
    const contract = await order(store, 1);
    const key = keyOf(contract);
    await claimAt(store, contract.nowMs);
    const laterMs = contract.nowMs + LEASE_MS;
    await claimAt(another, laterMs);
    expect(await store.finishTask(key, 1)).toBe(false);
    expect(await store.retryTask(key, 1, 0)).toBe(false);
    expect(await keys(store, laterMs)).toEqual([]);
    expect(await another.finishTask(key, 2)).toBe(true);
  });

  claim("a task that was put off comes back at its time", async ({ store, another }) => {
    const contract = await order(store, 1);
    const key = keyOf(contract);
    await claimAt(store, contract.nowMs);
    const runAtMs = contract.nowMs + 5 * LEASE_MS;
    expect(await store.retryTask(key, 1, runAtMs)).toBe(true);
    expect(await keys(another, runAtMs - 1)).toEqual([]);
    expect((await claimAt(another, runAtMs))[0]?.attempt).toBe(2);
    expect(await store.finishTask("no such task", 1)).toBe(false);
    expect(await store.retryTask("no such task", 1, 0)).toBe(false);
  });

  claim("an unfinished task is never lost", async ({ store }) => {
    const contract = await order(store, 1);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const nowMs = contract.nowMs + attempt * LEASE_MS;
      expect((await claimAt(store, nowMs))[0]?.attempt).toBe(attempt);
    }
  });
}
