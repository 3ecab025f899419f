/** Creates and closes what a conformance suite tests. */
import type { Leg } from "@bazaar/kernel";
import type { Ledger, LegStatus, Store } from "@bazaar/market/ports";
import { expect, test } from "vitest";
import { type ActWrite, fulfilled, type Rehearsal } from "../rehearsal.ts";
import { AGENT, PRINCIPAL, TEST_XNO, units } from "../sample-terms.ts";
import { grant } from "../small-needs.ts";

export interface StoreUnderTest {
  readonly store: Store;
  /** A second handle on the same data, as in another process. */
  readonly another?: Store;
  readonly close?: () => Promise<void>;
}

export type MakeStore = () => Promise<StoreUnderTest>;

/** `another` is the same store where there is no second handle. */
type Body = (under: { readonly store: Store; readonly another: Store }) => Promise<void>;

export type Claim = (claim: string, body: Body) => void;

/** Registers claims about a store; each gets a fresh one. */
export function claimsAbout(makeStore: MakeStore): Claim {
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
  for (const { party } of [PRINCIPAL, AGENT]) await grant(ledger, party, units(amount));
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

const PATH: readonly LegStatus[] = ["ordered", "signed", "sent", "confirmed"];

/** Takes a leg from `ordered` to `confirmed`. */
export async function payOut(store: Store, key: string): Promise<void> {
  for (const [at, status] of PATH.slice(1).entries()) {
    expect(await store.moveLeg(key, PATH[at] ?? "ordered", { status, message: "m" })).toBe(true);
  }
}

function backLeg(contract: Rehearsal, reference: string): Leg {
  return {
    key: `${contract.id}/back/${reference}`,
    contract: contract.id,
    pot: 0,
    rail: "ledger",
    asset: TEST_XNO,
    amount: 1n,
    to: { role: "sender", party: null, account: "somebody" },
  };
}

/** Orders the return of money that was not due, under a key made from the reference. */
export async function sendBack(
  store: Store,
  contract: Rehearsal,
  reference: string,
): Promise<void> {
  const legs = [backLeg(contract, reference)];
  await store.commit([{ contract: contract.id, step: null, legs, alias: null, onceKeys: [] }]);
}
