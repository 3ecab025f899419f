/**
 * Prometheus metrics. Labels come only from our own tables: a route is the path of an endpoint with
 * its braces, never the path that was requested, so strangers cannot create new series.
 */
import { PHASES } from "@bazaar/kernel";
import type { Market } from "@bazaar/market/ports";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Observed } from "../listen/mount.ts";

/** Counted elsewhere and only read here. */
export interface Gauges {
  readonly openStreams: () => number;
  readonly droppedStreams: () => number;
  readonly feedNumber: () => number;
  readonly heldRequests: () => number;
}

const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "HEAD", "OPTIONS"]);
const SECONDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100];

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Counter<"method" | "route" | "status">;
  readonly #seconds: Histogram<"method" | "route">;

  constructor(market: Market, gauges: Gauges) {
    const registers = [this.#registry];
    this.#requests = new Counter({
      name: "bazaar_http_requests_total",
      help: "Requests answered.",
      labelNames: ["method", "route", "status"],
      registers,
    });
    this.#seconds = new Histogram({
      name: "bazaar_http_request_seconds",
      help: "Time from a request to its response.",
      labelNames: ["method", "route"],
      buckets: SECONDS,
      registers,
    });
    collectDefaultMetrics({ register: this.#registry });
    this.#gauge("bazaar_streams_open", "Open event streams.", gauges.openStreams);
    this.#gauge("bazaar_streams_dropped", "Streams closed as too slow.", gauges.droppedStreams);
    this.#gauge("bazaar_feed_number", "The newest entry sent to streams.", gauges.feedNumber);
    this.#gauge("bazaar_requests_held", "Requests waiting for a ruling.", gauges.heldRequests);
    this.#countContracts(market);
  }

  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;

  observe({ method: asked, route: found, status, seconds }: Observed): void {
    const method = METHODS.has(asked) ? asked : "other";
    const route = found ?? "unmatched";
    this.#requests.inc({ method, route, status });
    this.#seconds.observe({ method, route }, seconds);
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #gauge(name: string, help: string, value: () => number): void {
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
