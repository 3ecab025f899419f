/** The money of these worlds: the rules are the same at every number of decimals. */
import { type Asset, BTC, type RailName, XNO } from "@bazaar/kernel";
import { TEST_XNO } from "@bazaar/testkit";
import type { Random } from "./random.ts";

export const LEDGER_ASSETS = [
  { code: "POINT", decimals: 0 },
  { code: "EUR", decimals: 2 },
  TEST_XNO,
  BTC,
] as const satisfies readonly Asset[];

export interface Money {
  readonly asset: Asset;
  readonly rail: RailName;
}

export const ON_NANO: Money = { asset: XNO, rail: "nano" };

export function anyOnLedger(random: Random): Money {
  return { asset: random.pick(LEDGER_ASSETS), rail: "ledger" };
}

/** Odd amounts, so that every division has a remainder. */
export function oddAmount(random: Random, { decimals }: Asset): bigint {
  if (decimals < 9) return 1n + BigInt(random.below(random.pick([5, 50]) * 10 ** decimals));
  return 1n + BigInt(random.uint32()) * 10n ** BigInt(decimals - 9) + BigInt(random.below(997));
}

/** A thousandth of what is usual, at least one unit. */
export function smallAmount({ decimals }: Asset): bigint {
  return 2n * 10n ** BigInt(Math.max(0, decimals - 3));
}

export function oddFees(random: Random, tiers: number, asset: Asset): readonly bigint[] {
  return Array.from({ length: tiers }, () => oddAmount(random, asset));
}
