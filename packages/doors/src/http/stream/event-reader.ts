import { type ContractId, invariant } from "@bazaar/kernel";
import type { Market, StoredEntry } from "@bazaar/market/ports";
import { type ContractSummary, eventName, eventOf, type MarketEvent, summaryOf } from "./event.ts";

/** A contract's three events come soon after each other; its terms are read for the first. */
const MAX_KEPT = 4_096;

/** Makes events of entries, in order. What is the same for all of a contract's is kept. */
export class EventReader {
  readonly #market: Market;
  readonly #summaries = new Map<ContractId, ContractSummary>();

  constructor(market: Market) {
    this.#market = market;
  }

  async eventsOf(entries: readonly StoredEntry[]): Promise<readonly MarketEvent[]> {
    const events: MarketEvent[] = [];
    for (const stored of entries) {
      const name = eventName(stored);
      if (name === null) continue;
      const summary = await this.#summaryOf(stored.contract);
      events.push(eventOf(name, stored, summary, this.#market.party));
    }
    return events;
  }

  async #summaryOf(contract: ContractId): Promise<ContractSummary> {
    const kept = this.#summaries.get(contract);
    if (kept !== undefined) return kept;
    // Terms never change: any time it was seen is good enough.
    const found = await this.#market.lastSeen(contract);
    invariant(found !== null, `${contract} has entries and is not stored`);
    const summary = summaryOf(found.state.terms);
    this.#summaries.set(contract, summary);
    const [oldest] = this.#summaries.keys();
    if (this.#summaries.size > MAX_KEPT && oldest !== undefined) this.#summaries.delete(oldest);
    return summary;
  }
}
