import { transcriptLength } from "@bazaar/kernel";
import type { Listing, ListQuery } from "../ports/market.ts";
import type { Store, StoredContract } from "../ports/store.ts";
import { pause } from "./pause.ts";

/** What one call may read: contracts, and characters of them. */
const MAX_LOOKED_AT = 1_024;
const MAX_LENGTH_LOOKED_AT = 2 ** 22;
/** Page size: contracts may be long, and other requests must not wait for a whole list. */
const PAGE = 4;

/** Newest first. A strict filter gives a short page with the place to continue. */
export async function listContracts(
  store: Pick<Store, "list">,
  { phases, limit, before, isWanted, pause: pauseBetween = pause }: ListQuery,
): Promise<Listing> {
  const contracts: StoredContract[] = [];
  let from = before;
  let length = 0;
  for (let lookedAt = 0; lookedAt < MAX_LOOKED_AT; lookedAt += PAGE) {
    const page = await store.list({ phases, limit: PAGE, before: from });
    for (const contract of page) {
      if (contracts.length === limit || length > MAX_LENGTH_LOOKED_AT) {
        return { contracts, next: from };
      }
      from = contract.state.id;
      length += transcriptLength(contract.state);
      if (isWanted(contract)) contracts.push(contract);
    }
    if (page.length < PAGE) return { contracts, next: null };
    await pauseBetween();
  }
  return { contracts, next: from };
}
