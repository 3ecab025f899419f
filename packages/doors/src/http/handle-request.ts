/** What happens to every request: rate limits, routing, failures, metrics and the log. */
import { RailUnavailable, StoreUnavailable } from "@bazaar/market/ports";
import { type DoorRefused, refuseAtDoor } from "./door-refusal.ts";
import type { HttpRequest, HttpResponse } from "./http-request.ts";
import { faultResponse, jsonResponse } from "./json-response.ts";
import type { Metrics } from "./metrics.ts";
import type { Origins } from "./origins.ts";
import type { Rates } from "./rates.ts";
import { PREFLIGHT_HEADERS } from "./response-headers.ts";
import { type FoundRoute, isPlainPath, type RouteTable } from "./route-table.ts";
import { shortInertText } from "./views/short-inert-text.ts";

/** One line per request, without control characters. */
export type Log = (fields: Readonly<Record<string, string | number | null>>) => void;

const MAX_LOGGED_PATH = 200;
const RETRY_SECONDS = 2;

export interface RequestHandling {
  readonly rates: Rates;
  readonly origins: Origins;
  readonly table: RouteTable;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "observe">;
  readonly onUnavailable: (failure: Error) => void;
  /** Gets every error that is neither a refusal nor an unavailable store or rail. */
  readonly onFault: (fault: unknown) => void;
}

export async function handleRequest(
  handling: RequestHandling,
  request: HttpRequest,
): Promise<HttpResponse> {
  const { rates, origins, table, log, metrics } = handling;
  const { id, method, path, address } = request;
  const startedMs = performance.now();
  const found = table.find(request);
  const response = await respond(handling, request, found);
  request.turn?.end();
  const { status, body, code = null } = response;
  const headers = { ...response.headers, ...origins.headersFor(request) };
  // Charge large responses against the rate limit.
  if (typeof body === "string") rates.countLength(address, body.length);
  const ms = performance.now() - startedMs;
  metrics.observe({ method, route: found?.route.path ?? null, status, seconds: ms / 1_000 });
  log({
    event: "request",
    id,
    method: shortInertText(method, 20),
    path: shortInertText(path, MAX_LOGGED_PATH),
    status,
    ms: Math.round(ms * 10) / 10,
    address,
    party: request.party,
    code,
  });
  return { ...response, headers };
}

async function respond(
  { rates, origins, table, onUnavailable, onFault }: RequestHandling,
  request: HttpRequest,
  found: FoundRoute | null,
): Promise<HttpResponse> {
  try {
    const { address } = request;
    const limited = rates.count("perAddress", address) ?? rates.spentTime(address);
    const refused = limited ?? origins.refusalOf(request);
    return refused === null ? await serve(request, found, table) : jsonResponse(refused);
  } catch (failure) {
    if (failure instanceof StoreUnavailable || failure instanceof RailUnavailable) {
      onUnavailable(failure);
      const refusal = { code: "unavailable", retryAfterSeconds: RETRY_SECONDS } as const;
      return jsonResponse(refuseAtDoor(refusal));
    }
    onFault(failure);
    return faultResponse();
  }
}

function serve(
  request: HttpRequest,
  found: FoundRoute | null,
  table: RouteTable,
): HttpResponse | Promise<HttpResponse> {
  const { method, path } = request;
  if (!isPlainPath(path)) {
    const problem = "the path must have no escapes, no dot segments and no host";
    return jsonResponse(refuseAtDoor({ code: "malformed_request", problem }));
  }
  if (method === "OPTIONS") return { status: 204, headers: PREFLIGHT_HEADERS, body: null };
  if (found !== null) return found.route.serve(request, found.name);
  return jsonResponse(notFound(request, table));
}

function notFound({ method, path }: HttpRequest, table: RouteTable): DoorRefused {
  const allowed = table.allowed(path);
  if (allowed.length === 0) return refuseAtDoor({ code: "not_found", path });
  return refuseAtDoor({ code: "method_not_allowed", method, allowed: allowed.join(", ") });
}
