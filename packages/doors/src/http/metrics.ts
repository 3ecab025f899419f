/**
 * What Prometheus is told. Labels take their values from tables of ours only: a route is the path
 * of an endpoint with its braces, never what somebody asked for.
 */
import { PHASES } from "@bazaar/kernel";
import type { Market } from "@bazaar/market/ports";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export interface Observed {
  readonly method: string;
  /** The endpoint's path as its table has it; null where nothing fitted. */
  readonly route: string | null;
  readonly status: number;
  readonly seconds: number;
}

/** What is counted elsewhere and only looked at here. */
export interface Gauges {
  readonly openStreams: () => number;
  readonly droppedStreams: () => number;
  readonly feedNumber: () => number;
  readonly heldRequests: () => number;
}

const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "HEAD", "OPTIONS"]);
const BUCKETS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100];

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Counter<"method" | "route" | "status">;
  readonly #seconds: Histogram<"method" | "route">;

  constructor(market: Market, gauges: Gauges) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Counter({
      name: "bazaar_http_requests_total",
      help: "Requests answered.",
      labelNames: ["method", "route", "status"],
      registers,
    });
    this.#seconds = new Histogram({
      name: "bazaar_http_request_seconds",
      help: "Time from a request to the end of its answer.",
      labelNames: ["method", "route"],
      buckets: BUCKETS,
      registers,
    });
    this.#look("bazaar_streams_open", "Event streams that are open.", gauges.openStreams);
    this.#look("bazaar_streams_dropped", "Streams too slow to keep up.", gauges.droppedStreams);
    this.#look("bazaar_feed_number", "The newest entry streams know of.", gauges.feedNumber);
    this.#look("bazaar_requests_held", "Requests that wait for a ruling.", gauges.heldRequests);
    this.#countContracts(market);
  }

  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;

  observe({ method, route, status, seconds }: Observed): void {
    const labels = { method: METHODS.has(method) ? method : "other", route: route ?? "unmatched" };
    this.#requests.inc({ ...labels, status });
    this.#seconds.observe(labels, seconds);
  }

  text(): Promise<string> {
    return this.#registry.metrics();
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
