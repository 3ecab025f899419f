import { accept, refuse } from "@bazaar/kernel";
import type { Market, StoredContract } from "@bazaar/market/ports";
import type { DoorResult } from "../door-refusal.ts";
import { upperCaseRefusal } from "../lower-case.ts";

const NAME = /^(?:[0-9a-f]{32}|[0-9a-f]{64})$/;
/** How much of an unknown name a refusal repeats. */
const SHOWN = 80;

/** A contract by its alias or full id. */
export async function findContract(
  market: Market,
  name: string,
): Promise<DoorResult<StoredContract>> {
  const found = NAME.test(name) ? await market.find(name) : null;
  if (found !== null) return accept(found);
  return (
    upperCaseRefusal(name) ?? refuse({ code: "unknown_contract", contract: name.slice(0, SHOWN) })
  );
}
