/**
 * Balances that the store keeps itself, moved in whole units between named accounts.
 *
 * Deposits from balances, and payouts that can be made at once, happen inside `Store.commit`; other
 * payouts and grants happen here, each once under its key. No account goes below zero, and no
 * transfer changes the sum.
 */
export interface LedgerTransfer {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly asset: string;
  readonly amount: bigint;
}

/** A transfer that touched an account, as a line of its statement. */
export interface Posting extends LedgerTransfer {
  readonly no: number;
}

/** All units of an asset. Together with the world's they add up to 0. */
export interface LedgerTotals {
  readonly holds: bigint;
  /** Every account that is neither a hold nor the world. */
  readonly accounts: bigint;
  readonly world: bigint;
}

export interface Ledger {
  balance(account: string, asset: string): Promise<bigint>;
  /** False when `from` does not hold that much; a repeated key moves nothing and is true. */
  transfer(transfer: LedgerTransfer): Promise<boolean>;
  isTransferred(key: string): Promise<boolean>;
  /** What an account holds, asset by asset. */
  balances(account: string): Promise<ReadonlyMap<string, bigint>>;
  /** Every transfer from or to an account before `beforeNo`, newest first; deposits included. */
  statement(account: string, beforeNo: number | null, limit: number): Promise<readonly Posting[]>;
  totals(asset: string): Promise<LedgerTotals>;
}

/** The account that holds one pot of one contract. */
export function holdAccount(contract: string, pot: number): string {
  return `hold/${contract}/${pot}`;
}

/** What proves that a leg was paid here: the transfer under its key. */
export function ledgerProof(key: string): string {
  return `ledger:${key}`;
}

/** The other side of money that enters or leaves the ledger; the only account below zero. */
export const WORLD = "world";
