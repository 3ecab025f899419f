/** How a conformance suite gets hold of what it tests, and lets go of it again. */
import type { Ledger, Store } from "@bazaar/market/ports";
import { test } from "vitest";
import { type ActWrite, fulfilled, type Rehearsal } from "../rehearsal.ts";
import { AGENT, PRINCIPAL, TEST_XNO, units } from "../sample-terms.ts";

export interface StoreUnderTest {
  readonly store: Store;
  /** A second handle on the same data, as another process would have it. */
  readonly another?: Store;
  readonly close?: () => Promise<void>;
}

export type MakeStore = () => Promise<StoreUnderTest>;

/** `another` is the same store where there is no second handle. */
type Body = (under: { readonly store: Store; readonly another: Store }) => Promise<void>;

/** Registers claims about a store; each gets a fresh one. */
export function claimsAbout(makeStore: MakeStore): (claim: string, body: Body) => void {
  return (claim, body) => {
    test(claim, async () => {
      const { store, another = store, close } = await makeStore();
      try {
        await body({ store, another });
      } finally {
        await close?.();
      }
    });
  };
}

/** What both sides need for several contracts. */
export async function grantBoth(ledger: Ledger, amount: string = "10"): Promise<void> {
  for (const { party } of [PRINCIPAL, AGENT]) {
    const grant = { key: `grant/${party}`, from: "world", to: party, asset: TEST_XNO.code };
    await ledger.transfer({ ...grant, amount: units(amount) });
  }
}

/** Stores writes one by one; each must be taken. */
export async function storeAll(store: Store, writes: readonly ActWrite[]): Promise<void> {
  for (const write of writes) {
    const [answer] = await store.commit([write]);
    if (answer?.is !== "stored") throw new Error(`${write.step.entry.type}: ${answer?.is}`);
  }
}

/** A contract with its legs ordered: ended, not settled. */
export async function storeFulfilled(store: Store, rehearsal: Rehearsal): Promise<void> {
  await grantBoth(store.ledger);
  await storeAll(store, fulfilled(rehearsal));
}
