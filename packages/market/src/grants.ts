/**
 * Test money: a starting balance, given when it is first needed, and a faucet.
 *
 * Every grant is a ledger transfer under its own key, so it happens once.
 */
import { accept, type Party, type Result, refuse } from "@bazaar/kernel";
import type { Clock } from "./ports/clock.ts";
import { type Ledger, WORLD } from "./ports/ledger.ts";

export interface Grants {
  /** In base units of the asset; 0 if there is none. */
  readonly starting: (asset: string) => bigint;
  readonly faucet: (asset: string) => bigint;
  readonly faucetEveryMs: number;
}

/** Gives a party its starting balance, once. False if this market has none. */
export async function grantStartingBalance(
  ledger: Ledger,
  grants: Grants,
  party: Party,
  asset: string,
): Promise<boolean> {
  const amount = grants.starting(asset);
  if (amount === 0n) return false;
  const key = `starting/${party}/${asset}`;
  if (await ledger.isTransferred(key)) return true;
  return ledger.transfer({ key, from: WORLD, to: party, asset, amount });
}

export async function drawFromFaucet(
  ledger: Ledger,
  { grants, clock }: { readonly grants: Grants; readonly clock: Clock },
  party: Party,
  asset: string,
): Promise<Result<{ readonly amount: bigint }>> {
  const amount = grants.faucet(asset);
  if (amount === 0n) return refuse({ code: "no_faucet", asset });
  const receivedAtMs = clock.nowMs();
  const period = Math.floor(receivedAtMs / grants.faucetEveryMs);
  const key = `faucet/${party}/${asset}/${period}`;
  if (await ledger.isTransferred(key)) {
    const readyAtMs = (period + 1) * grants.faucetEveryMs;
    return refuse({ code: "too_early", readyAtMs, receivedAtMs });
  }
  await ledger.transfer({ key, from: WORLD, to: party, asset, amount });
  return accept({ amount });
}
