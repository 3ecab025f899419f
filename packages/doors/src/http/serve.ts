/**
 * The market over HTTP: parse, call, map. Anything cleverer belongs behind `Market`.
 *
 * Routes come from one table, which also writes the OpenAPI document. What is no JSON, the event
 * stream and the pages, stands beside it.
 */
import { invariant, type Verify } from "@bazaar/kernel";
import type { Market } from "@bazaar/market/ports";
import { ACTS } from "./acts/acts.ts";
import { type Dispatcher, dispatch } from "./dispatch.ts";
import type { Endpoint } from "./endpoint.ts";
import { HeldRequests } from "./held-requests.ts";
import { HttpListener, type Listening } from "./listen.ts";
import { Metrics } from "./metrics.ts";
import { type OtherRoute, openapi, openapiEndpoint } from "./openapi.ts";
import type { OpenapiDocument } from "./openapi-document.ts";
import { pageRoutes } from "./pages/page-routes.ts";
import { type Log, passage } from "./passage.ts";
import { Rates } from "./rates.ts";
import { reads } from "./reads/reads.ts";
import type { Observed } from "./request-tally.ts";
import { type Route, RouteTable } from "./route-table.ts";
import type { Settings } from "./settings.ts";
import { StreamHub } from "./stream/hub.ts";
import { STREAM_PATH, STREAM_QUERY, streamRoute } from "./stream/stream-route.ts";
import { Turnstile } from "./turnstile.ts";
import type { Visit } from "./visit.ts";
import { WebVisit } from "./web-visit.ts";
import { writeAnswer } from "./write-answer.ts";

export interface HttpDoorNeeds {
  readonly market: Market;
  readonly settings: Settings;
  readonly verify: Verify;
  readonly log: Log;
  /** Whether the server's loops run and its store answers. */
  readonly isReady: () => Promise<boolean>;
  /** What no check foresaw: a mistake of ours. By default it ends the process. */
  readonly onFault?: (fault: unknown) => void;
}

const OTHER_ROUTES: readonly OtherRoute[] = [
  {
    path: STREAM_PATH,
    summary: "New and ended contracts, as server-sent events",
    tag: "contracts",
    query: STREAM_QUERY,
    contentType: "text/event-stream",
  },
  { path: "/", summary: "What this is, for people", tag: "platform", contentType: "text/html" },
  {
    path: "/docs",
    summary: "This document, for people",
    tag: "platform",
    contentType: "text/html",
  },
  { path: "/metrics", summary: "For Prometheus", tag: "platform", contentType: "text/plain" },
];

export class HttpDoor implements AsyncDisposable {
  readonly #pass: (visit: Visit) => Promise<void>;
  readonly #closing = new AbortController();
  readonly #hub: StreamHub;
  readonly #listener: HttpListener;

  constructor(needs: HttpDoorNeeds) {
    const { market, settings, log } = needs;
    const { limits } = settings;
    const onFault = needs.onFault ?? crash;
    const rates = new Rates(limits);
    const held = new HeldRequests(limits.heldRequests);
    const hub = new StreamHub({ market, limits });
    const metrics = new Metrics(market, {
      openStreams: () => hub.open,
      droppedStreams: () => hub.dropped,
      feedNumber: () => hub.no,
      heldRequests: () => held.count,
    });
    const { endpoints, document } = tableOf(needs);
    const turnstile = new Turnstile();
    const dispatcher = { ...needs, rates, held, turnstile, closing: this.#closing.signal };
    const table = new RouteTable([
      streamRoute(hub),
      ...pageRoutes({ market, settings, metrics, document }),
      ...endpoints.map((endpoint) => endpointRoute(dispatcher, endpoint)),
    ]);
    const observe = (seen: Observed): void => metrics.observe(seen);
    this.#hub = hub;
    this.#pass = passage({ settings, rates, table, log, observe, onFault });
    this.#listener = new HttpListener((visit) => {
      this.#pass(visit).catch(onFault);
    }, settings);
  }

  /** The whole door as a function from request to answer, without a socket. */
  async fetch(request: Request): Promise<Response> {
    const visit = new WebVisit(request);
    await this.#pass(visit);
    invariant(visit.response !== null, `${visit.method} ${visit.path} has no answer`);
    return visit.response;
  }

  /** How many hear of contracts as they come. */
  get listeners(): number {
    return this.#hub.open;
  }

  listen(port: number, host: string): Promise<Listening> {
    return this.#listener.listen(port, host);
  }

  /** Stops accepting, answers whoever waits, ends the streams, and lets the rest finish. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#hub.close(), this.#listener.close()]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** Every endpoint there is, the one that describes them included, and what it says. */
function tableOf(needs: HttpDoorNeeds): {
  readonly endpoints: readonly Endpoint[];
  readonly document: OpenapiDocument;
} {
  const describe = openapiEndpoint(() => document);
  const endpoints = [...ACTS, ...reads(needs), describe];
  const document = openapi(endpoints, OTHER_ROUTES, needs.settings.notices.version);
  return { endpoints, document };
}

function endpointRoute(door: Dispatcher, endpoint: Endpoint): Route {
  const { method, path } = endpoint;
  return {
    method,
    path,
    async serve(visit, name) {
      writeAnswer(visit, await dispatch(door, endpoint, visit, name));
    },
  };
}

function crash(fault: unknown): void {
  queueMicrotask(() => {
    throw fault;
  });
}
