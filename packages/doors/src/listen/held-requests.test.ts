import { expect, test } from "vitest";
import { HeldRequests, type Holding } from "./held-requests.ts";

const SIGNAL = new AbortController().signal;

function holding(limits: { heldRequests: number; heldPerAddress: number }) {
  const noTimer = { signal: SIGNAL, [Symbol.dispose]: () => undefined };
  const held = new HeldRequests(limits, () => noTimer);
  const ends: (() => void)[] = [];
  /** Whether a request is held. */
  const hold = (by: Pick<Holding, "address" | "isParty">): boolean => {
    const before = held.count;
    void held.hold({ ...by, signal: SIGNAL, timeoutMs: 1 }, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      return promise;
    });
    return held.count > before;
  };
  return { held, hold, ends };
}

test("one address has its share of the held requests, and a place that is left is free", async () => {
  const { held, hold, ends } = holding({ heldRequests: 100, heldPerAddress: 2 });
  const ours = { address: "203.0.113.9", isParty: true };
  expect([hold(ours), hold(ours), hold(ours)]).toEqual([true, true, false]);
  expect(hold({ address: "203.0.113.10", isParty: false })).toBe(true);
  ends[0]?.();
  await expect.poll(() => held.count).toBe(2);
  expect(hold(ours)).toBe(true);
});

test("strangers leave a quarter of the places to parties", () => {
  const { hold } = holding({ heldRequests: 8, heldPerAddress: 1 });
  const taken: boolean[] = [];
  for (let at = 1; at <= 8; at += 1) {
    taken.push(hold({ address: `203.0.113.${at}`, isParty: false }));
  }
  expect(taken).toEqual([true, true, true, true, true, true, false, false]);
  const party = (address: string | null) => hold({ address, isParty: true });
  expect([party("203.0.113.7"), party(null), party("203.0.113.8")]).toEqual([true, true, false]);
});
