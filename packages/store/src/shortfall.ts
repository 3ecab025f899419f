import type { LedgerHold } from "@bazaar/kernel";

export interface Shortfall {
  readonly hold: LedgerHold;
  readonly available: bigint;
}

/** The first deposit that the balances, after those before it, do not cover. */
export function shortfall(
  holds: readonly LedgerHold[],
  balance: (account: string, asset: string) => bigint,
): Shortfall | null {
  const spent = new Map<string, bigint>();
  for (const hold of holds) {
    const account = `${hold.party} ${hold.asset.code}`;
    const before = spent.get(account) ?? 0n;
    const available = balance(hold.party, hold.asset.code) - before;
    if (available < hold.amount) return { hold, available };
    spent.set(account, before + hold.amount);
  }
  return null;
}
