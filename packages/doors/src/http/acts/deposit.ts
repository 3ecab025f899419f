import type { ContractId, JsonObject, Party } from "@bazaar/kernel";
import type { Market } from "@bazaar/market/ports";
import { depositView } from "../views/deposit.ts";

/** Where a party must pay on a rail that waits for deposits. A party has one seat at most. */
export async function depositOf(
  market: Market,
  contract: ContractId,
  party: Party,
): Promise<JsonObject | null> {
  const deposits = await market.deposits(contract);
  const due = deposits.find(({ hold }) => hold.party === party);
  return due === undefined ? null : depositView(due);
}
