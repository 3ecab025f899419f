/**
 * Payouts that happen in the transaction of their act: the ledger is in the store, so nothing can
 * come between the order and the payment. Legs without an account, and legs on other rails, are
 * left to `payLegs`.
 */
import { CUSTODY, type Decision, type Leg } from "@bazaar/kernel";
import type { Needs } from "./needs.ts";
import { accountOf } from "./payee-account.ts";
import { holdAccount, type LedgerTransfer } from "./ports/ledger.ts";

export function ledgerPayouts(
  needs: Pick<Needs, "houseAccount">,
  { state, legs }: Pick<Decision, "state" | "legs">,
): readonly LedgerTransfer[] {
  return legs.flatMap((leg) => {
    const account = CUSTODY[leg.rail].isOnOwnBooks ? accountOf(needs, leg, state) : null;
    return account === null || account === "" ? [] : transferOf(leg, account);
  });
}

function transferOf({ key, contract, pot, asset, amount }: Leg, to: string): LedgerTransfer {
  return { key, from: holdAccount(contract, pot), to, asset: asset.code, amount };
}
