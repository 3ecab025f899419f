/**
 * The market over HTTP: parse, call, map. Anything cleverer belongs behind `Market`.
 *
 * Routes come from one table of endpoints, which also writes the OpenAPI document. What is not
 * JSON, the event stream and the pages, has routes of its own.
 */
import type { Verify } from "@bazaar/kernel";
import type { Market } from "@bazaar/market/ports";
import type { Admission } from "../listen/admission.ts";
import { StreamHub } from "../listen/fan-out/hub.ts";
import { HeldRequests, type StartHoldTimer } from "../listen/held-requests.ts";
import type { Door, Mount } from "../listen/mount.ts";
import { ACTS } from "./acts/acts.ts";
import { DOWNLOAD, downloadRoute } from "./artifacts/download.ts";
import { UPLOAD, uploadRoute } from "./artifacts/upload.ts";
import { type Dispatcher, dispatch } from "./dispatch.ts";
import type { Endpoint } from "./endpoint.ts";
import { fixMount } from "./fix-mount.ts";
import { isJob } from "./jobs/is-job.ts";
import { jsonResponse } from "./json-response.ts";
import { Metrics } from "./metrics.ts";
import { type OtherRoute, openapi, openapiEndpoint } from "./openapi.ts";
import type { OpenapiDocument } from "./openapi-document.ts";
import { pageRoutes } from "./pages/page-routes.ts";
import { isListed } from "./reads/filters.ts";
import type { StoreCondition } from "./reads/platform.ts";
import { reads } from "./reads/reads.ts";
import { type Route, RouteTable } from "./route-table.ts";
import type { Settings } from "./settings.ts";
import type { MarketEvent } from "./stream/event.ts";
import { EventReader } from "./stream/event-reader.ts";
import { CONTRACT_STREAM, JOB_STREAM, streamRoute } from "./stream/stream-route.ts";

export interface HttpDoorNeeds {
  readonly market: Market;
  readonly admission: Admission;
  readonly settings: Settings;
  readonly verify: Verify;
  /** The time of day, by which signed requests are fresh or not; the market's time unless given. */
  readonly wallMs?: () => number;
  /** Whether the server's loops run and its store answers. */
  readonly isReady: () => Promise<boolean>;
  /** What `/health` says about the store. */
  readonly storeCondition?: () => StoreCondition;
  /** Gets unexpected errors of event streams. */
  readonly onFault: (fault: unknown) => void;
  /** Ends the wait of a held request; the system's timer unless given. */
  readonly startHoldTimer?: StartHoldTimer;
}

const OTHER_ROUTES: readonly OtherRoute[] = [
  CONTRACT_STREAM,
  JOB_STREAM,
  DOWNLOAD,
  { path: "/", summary: "The landing page", tag: "platform", contentType: "text/html" },
  { path: "/docs", summary: "This document as a page", tag: "platform", contentType: "text/html" },
  { path: "/metrics", summary: "Prometheus metrics", tag: "platform", contentType: "text/plain" },
];

export class HttpDoor implements Door {
  readonly mounts: readonly Mount[];
  readonly #closing = new AbortController();
  readonly #hubs: readonly StreamHub<MarketEvent>[];

  constructor(needs: HttpDoorNeeds) {
    const { market, settings, admission, onFault } = needs;
    const { limits } = settings;
    const { rates, turns, streams, answers } = admission;
    const held = new HeldRequests(limits, needs.startHoldTimer);
    // Each has a hub of its own: most readers want every event of theirs, and get it joined once.
    const [contracts, jobs] = [isListed, isJob].map((isShown) => {
      const reader = new EventReader(market, isShown);
      return new StreamHub<MarketEvent>({
        market,
        makeEvents: (entries) => reader.eventsOf(entries),
        streams,
        bufferBytes: limits.streamBufferBytes,
        turns,
        onFault,
      });
    }) as [StreamHub<MarketEvent>, StreamHub<MarketEvent>];
    this.#hubs = [contracts, jobs];
    const metrics = new Metrics(market, {
      openStreams: () => this.listeners,
      droppedStreams: () => contracts.dropped + jobs.dropped,
      feedNumber: () => contracts.no,
      heldRequests: () => held.count,
    });
    const { endpoints, document } = tableOf(needs);
    const wallMs = needs.wallMs ?? (() => market.nowMs());
    const closing = this.#closing.signal;
    const dispatcher = { ...needs, wallMs, rates, turns, answers, held, closing };
    const table = new RouteTable([
      uploadRoute(dispatcher),
      downloadRoute(dispatcher),
      streamRoute(CONTRACT_STREAM, contracts),
      streamRoute(JOB_STREAM, jobs),
      ...pageRoutes({ market, settings, metrics, document }),
      ...endpoints.map((endpoint) => endpointRoute(dispatcher, endpoint)),
    ]);
    this.mounts = [fixMount(table, metrics)];
  }

  /** How many event streams are open. */
  get listeners(): number {
    return this.#hubs.reduce((sum, { open }) => sum + open, 0);
  }

  /** Every open event stream has been sent everything up to this entry's number. */
  get sentNo(): number {
    return Math.min(...this.#hubs.map(({ sentNo }) => sentNo));
  }

  /** Answers held requests and ends the streams. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#hubs.map((hub) => hub.close()));
  }
}

/** Every endpoint, including the one that serves the document, and the document. */
function tableOf(needs: HttpDoorNeeds): {
  readonly endpoints: readonly Endpoint[];
  readonly document: OpenapiDocument;
} {
  const describe = openapiEndpoint(() => document);
  const endpoints = [...ACTS, ...reads(needs), describe];
  const document = openapi(endpoints, [UPLOAD], OTHER_ROUTES, needs.settings.notices.version);
  return { endpoints, document };
}

function endpointRoute(door: Dispatcher, endpoint: Endpoint): Route {
  const { method, path, countsOnce = false } = endpoint;
  return {
    method,
    path,
    async serve(request, name) {
      return { ...jsonResponse(await dispatch(door, endpoint, request, name)), countsOnce };
    },
  };
}
