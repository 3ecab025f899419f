import type { LedgerHold } from "@bazaar/kernel";
import { holdAccount, type LedgerTransfer } from "@bazaar/market/ports";

/** Whether the ledger keeps a contract's pot under this name. */
export function isHold(account: string): boolean {
  return account.startsWith("hold/");
}

/** The transfer of a deposit. An act takes one per pot and side, so the key is unique. */
export function depositOf(hold: LedgerHold, seq: number): LedgerTransfer {
  const { contract, pot, side, party, asset, amount } = hold;
  return {
    key: `${contract}/hold/${seq}/${pot}/${side}`,
    from: party,
    to: holdAccount(contract, pot),
    asset: asset.code,
    amount,
  };
}
