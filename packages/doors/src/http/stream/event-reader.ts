import { type ContractId, invariant } from "@bazaar/kernel";
import type { Market, StoredEntry } from "@bazaar/market/ports";
import { type Billing, billingOf, eventName, eventOf, type MarketEvent } from "./event.ts";

/** A contract's three events come soon after each other; its terms are read for the first. */
const MAX_KEPT = 4_096;

/** Makes events of entries, in order. What is the same for all of a contract's is kept. */
export class EventReader {
  readonly #market: Market;
  readonly #billings = new Map<ContractId, Billing>();

  constructor(market: Market) {
    this.#market = market;
  }

  async eventsOf(entries: readonly StoredEntry[]): Promise<readonly MarketEvent[]> {
    const events: MarketEvent[] = [];
    for (const stored of entries) {
      const name = eventName(stored);
      if (name === null) continue;
      const billing = await this.#billingOf(stored.contract);
      events.push(eventOf(name, stored, billing, this.#market.party));
    }
    return events;
  }

  async #billingOf(contract: ContractId): Promise<Billing> {
    const kept = this.#billings.get(contract);
    if (kept !== undefined) return kept;
    // Terms never change: any time it was seen is good enough.
    const found = await this.#market.lastSeen(contract);
    invariant(found !== null, `${contract} has entries and is not stored`);
    const billing = billingOf(found.state.terms);
    this.#billings.set(contract, billing);
    const [oldest] = this.#billings.keys();
    if (this.#billings.size > MAX_KEPT && oldest !== undefined) this.#billings.delete(oldest);
    return billing;
  }
}
