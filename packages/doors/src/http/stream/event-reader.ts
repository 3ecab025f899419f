import { type ContractId, invariant, type Terms } from "@bazaar/kernel";
import type { Market, StoredEntry } from "@bazaar/market/ports";
import { LRUCache } from "lru-cache";
import { type ContractSummary, eventName, eventOf, type MarketEvent, summaryOf } from "./event.ts";

const MAX_SUMMARIES = 4_096;

/**
 * Makes events from entries, in order, of the contracts that `isListed` names. A contract is looked up
 * for its first event only.
 */
export class EventReader {
  readonly #market: Market;
  readonly #isListed: (terms: Terms) => boolean;
  readonly #summaries = new LRUCache<ContractId, ContractSummary>({ max: MAX_SUMMARIES });

  constructor(market: Market, isListed: (terms: Terms) => boolean) {
    this.#market = market;
    this.#isListed = isListed;
  }

  async eventsOf(entries: readonly StoredEntry[]): Promise<readonly MarketEvent[]> {
    const events: MarketEvent[] = [];
    for (const stored of entries) {
      const name = eventName(stored);
      if (name === null) continue;
      const summary = await this.#summaryOf(stored.contract);
      if (!summary.isListed) continue;
      events.push(eventOf(name, stored, summary, this.#market.party));
    }
    return events;
  }

  async #summaryOf(contract: ContractId): Promise<ContractSummary> {
    const known = this.#summaries.get(contract);
    if (known !== undefined) return known;
    const found = await this.#market.find(contract);
    invariant(found !== null, `${contract} has entries and is not stored`);
    const summary = summaryOf(found.state.terms, this.#isListed);
    this.#summaries.set(contract, summary);
    return summary;
  }
}
