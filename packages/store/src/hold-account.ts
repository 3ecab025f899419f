import type { LedgerHold } from "@bazaar/kernel";
import { holdAccount, type LedgerTransfer } from "@bazaar/market/ports";

/** Whether the ledger keeps a contract's pot under this name. */
export function isHold(account: string): boolean {
  return account.startsWith("hold/");
}

/** A deposit as the transfer it is. An act takes one for each pot and side, so the key is its own. */
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
