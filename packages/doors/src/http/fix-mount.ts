/** The routes of fix/2 as a mount, and how it words what the listener refuses. */
import type { HttpRequest, HttpResponse } from "../listen/http-request.ts";
import type { Mount } from "../listen/mount.ts";
import { RESPONSE_HEADERS } from "../listen/response-headers.ts";
import { type DoorRefused, refuseAtDoor } from "./door-refusal.ts";
import { faultResponse, jsonResponse } from "./json-response.ts";
import type { Metrics } from "./metrics.ts";
import { type FoundRoute, isPlainPath, type RouteTable } from "./route-table.ts";

const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  ...RESPONSE_HEADERS,
  "Access-Control-Allow-Methods": "GET, HEAD",
  "Access-Control-Allow-Headers":
    "X-Fix-Timestamp, X-Fix-Signature, X-Fix-Pubkey, Last-Event-ID, Content-Type",
  "Access-Control-Max-Age": "86400",
};

export function fixMount(table: RouteTable, metrics: Pick<Metrics, "observe">): Mount {
  return {
    prefix: "/",
    handle(request) {
      const found = table.find(request);
      request.route = found?.route.path ?? null;
      return serve(request, found, table);
    },
    refuse(request, refusal) {
      request.route ??= table.find(request)?.route.path ?? null;
      return refusal.code === "fault" ? faultResponse() : jsonResponse(refuseAtDoor(refusal));
    },
    observe: (observed) => metrics.observe(observed),
  };
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
