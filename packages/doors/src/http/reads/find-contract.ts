import { accept, type Result, refuse } from "@bazaar/kernel";
import type { Market, StoredContract } from "@bazaar/market/ports";

const NAME = /^(?:[0-9a-f]{32}|[0-9a-f]{64})$/;
/** How much of an unknown name a refusal repeats. */
const SHOWN = 80;

/** A contract by its alias or full id. */
export async function findContract(market: Market, name: string): Promise<Result<StoredContract>> {
  const lower = name.toLowerCase();
  const found = NAME.test(lower) ? await market.find(lower) : null;
  if (found !== null) return accept(found);
  return refuse({ code: "unknown_contract", contract: name.slice(0, SHOWN) });
}
