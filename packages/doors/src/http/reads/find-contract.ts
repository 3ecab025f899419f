import { accept, type Result, refuse } from "@bazaar/kernel";
import type { Market, StoredContract } from "@bazaar/market/ports";

const NAME = /^(?:[0-9a-f]{32}|[0-9a-f]{64})$/;
/** How much of a name that is none a refusal repeats. */
const SHOWN = 80;

/** A contract by its alias or its whole id: as it stands, or as it was seen last. */
export async function findContract(
  market: Market,
  name: string,
  as: "it_stands" | "last_seen" = "it_stands",
): Promise<Result<StoredContract>> {
  const lower = name.toLowerCase();
  const found = NAME.test(lower) ? await look(market, lower, as) : null;
  if (found !== null) return accept(found);
  return refuse({ code: "unknown_contract", contract: name.slice(0, SHOWN) });
}

function look(
  market: Market,
  name: string,
  as: "it_stands" | "last_seen",
): Promise<StoredContract | null> {
  return as === "it_stands" ? market.find(name) : market.lastSeen(name);
}
