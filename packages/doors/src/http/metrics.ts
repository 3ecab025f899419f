/** What Prometheus is told. */
import { PHASES } from "@bazaar/kernel";
import type { Market } from "@bazaar/market/ports";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { type Observed, RequestTally } from "./request-tally.ts";

/** What is counted elsewhere and only looked at here. */
export interface Gauges {
  readonly openStreams: () => number;
  readonly droppedStreams: () => number;
  readonly feedNumber: () => number;
  readonly heldRequests: () => number;
}

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new RequestTally();

  constructor(market: Market, gauges: Gauges) {
    collectDefaultMetrics({ register: this.#registry });
    this.#look("bazaar_streams_open", "Event streams that are open.", gauges.openStreams);
    this.#look("bazaar_streams_dropped", "Streams too slow to keep up.", gauges.droppedStreams);
    this.#look("bazaar_feed_number", "The newest entry streams know of.", gauges.feedNumber);
    this.#look("bazaar_requests_held", "Requests that wait for a ruling.", gauges.heldRequests);
    this.#countContracts(market);
  }

  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;

  observe(seen: Observed): void {
    this.#requests.observe(seen);
  }

  async text(): Promise<string> {
    return `${this.#requests.text()}${await this.#registry.metrics()}`;
  }

  #look(name: string, help: string, value: () => number): void {
    const registers = [this.#registry];
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  }

  #countContracts(market: Market): void {
    new Gauge({
      name: "bazaar_contracts",
      help: "Contracts in each phase.",
      labelNames: ["phase"],
      registers: [this.#registry],
      async collect() {
        const census = await market.census();
        for (const phase of PHASES) {
          this.set({ phase }, census.get(phase) ?? 0);
        }
      },
    });
  }
}
