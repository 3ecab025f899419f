/**
 * The market over HTTP: parse, call, map. Anything cleverer belongs behind `Market`.
 *
 * Routes come from one table of endpoints, which also writes the OpenAPI document. What is not
 * JSON, the event stream and the pages, has routes of its own.
 */
import type { Verify } from "@bazaar/kernel";
import type { Market } from "@bazaar/market/ports";
import { ACTS } from "./acts/acts.ts";
import { type Dispatcher, dispatch } from "./dispatch.ts";
import type { Endpoint } from "./endpoint.ts";
import { handleRequest, type Log, type RequestHandling } from "./handle-request.ts";
import { HeldRequests, type StartHoldTimer } from "./held-requests.ts";
import { jsonResponse } from "./json-response.ts";
import { HttpListener, type Listening } from "./listen.ts";
import { Metrics } from "./metrics.ts";
import { type OtherRoute, openapi, openapiEndpoint } from "./openapi.ts";
import type { OpenapiDocument } from "./openapi-document.ts";
import { Origins } from "./origins.ts";
import { pageRoutes } from "./pages/page-routes.ts";
import { Rates } from "./rates.ts";
import type { StoreCondition } from "./reads/platform.ts";
import { reads } from "./reads/reads.ts";
import { type Route, RouteTable } from "./route-table.ts";
import type { Settings } from "./settings.ts";
import { StreamHub } from "./stream/hub.ts";
import { STREAM_PATH, STREAM_QUERY, streamRoute } from "./stream/stream-route.ts";
import { Turns } from "./turns.ts";
import { fromWebRequest, toWebResponse } from "./web-request.ts";

export interface HttpDoorNeeds {
  readonly market: Market;
  readonly settings: Settings;
  readonly verify: Verify;
  readonly log: Log;
  /** The time of day, by which signed requests are fresh or not; the market's time unless given. */
  readonly wallMs?: () => number;
  /** Whether the server's loops run and its store answers. */
  readonly isReady: () => Promise<boolean>;
  /** What `/health` says about the store. */
  readonly storeCondition?: StoreCondition;
  /** Gets the failures that are answered with 503. */
  readonly onUnavailable?: (failure: Error) => void;
  /**
   * Gets unexpected errors: bugs. Without it, one in a request over a socket ends the process, and
   * one in `fetch` rejects it.
   */
  readonly onFault?: (fault: unknown) => void;
  /** Ends the wait of a held request; the system's timer unless given. */
  readonly startHoldTimer?: StartHoldTimer;
}

const OTHER_ROUTES: readonly OtherRoute[] = [
  {
    path: STREAM_PATH,
    summary: "New, accepted and ended contracts as server-sent events",
    tag: "contracts",
    query: STREAM_QUERY,
    contentType: "text/event-stream",
  },
  { path: "/", summary: "The landing page", tag: "platform", contentType: "text/html" },
  { path: "/docs", summary: "This document as a page", tag: "platform", contentType: "text/html" },
  { path: "/metrics", summary: "Prometheus metrics", tag: "platform", contentType: "text/plain" },
];

export class HttpDoor implements AsyncDisposable {
  readonly #handling: RequestHandling;
  readonly #inProcess: RequestHandling;
  readonly #closing = new AbortController();
  readonly #hub: StreamHub;
  readonly #listener: HttpListener;

  constructor(needs: HttpDoorNeeds) {
    const { market, settings, log } = needs;
    const { limits } = settings;
    const onFault = needs.onFault ?? crash;
    const rates = new Rates(limits);
    const held = new HeldRequests(limits.heldRequests, needs.startHoldTimer);
    const turns = new Turns({ charge: (address, ms) => rates.countTime(address, ms) });
    const hub = new StreamHub({ market, limits, turns, onFault });
    const metrics = new Metrics(market, {
      openStreams: () => hub.open,
      droppedStreams: () => hub.dropped,
      feedNumber: () => hub.no,
      heldRequests: () => held.count,
    });
    const { endpoints, document } = tableOf(needs);
    const wallMs = needs.wallMs ?? (() => market.nowMs());
    const dispatcher = { ...needs, wallMs, rates, turns, held, closing: this.#closing.signal };
    const table = new RouteTable([
      streamRoute(hub),
      ...pageRoutes({ market, settings, metrics, document }),
      ...endpoints.map((endpoint) => endpointRoute(dispatcher, endpoint)),
    ]);
    this.#hub = hub;
    const onUnavailable = needs.onUnavailable ?? ignore;
    const origins = new Origins(settings);
    this.#handling = { rates, origins, table, log, metrics, onUnavailable, onFault };
    this.#inProcess = { ...this.#handling, onFault: needs.onFault ?? rethrow };
    this.#listener = new HttpListener({
      handle: (request) => handleRequest(this.#handling, request),
      onFault,
      settings,
    });
  }

  /** The whole door as a function from request to response, without a socket. */
  async fetch(request: Request): Promise<Response> {
    const asked = fromWebRequest(request);
    return toWebResponse(request, asked.id, await handleRequest(this.#inProcess, asked));
  }

  /** How many event streams are open. */
  get listeners(): number {
    return this.#hub.open;
  }

  /** Every open event stream has been sent everything up to this entry's number. */
  get sentNo(): number {
    return this.#hub.sentNo;
  }

  listen(port: number, host: string): Promise<Listening> {
    return this.#listener.listen(port, host);
  }

  /** Stops accepting, answers held requests, ends the streams, and lets the rest finish. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#hub.close(), this.#listener.close()]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** Every endpoint, including the one that serves the document, and the document. */
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
    async serve(request, name) {
      return jsonResponse(await dispatch(door, endpoint, request, name));
    },
  };
}

function crash(fault: unknown): void {
  queueMicrotask(() => {
    throw fault;
  });
}

function ignore(): void {}

function rethrow(fault: unknown): never {
  throw fault;
}
