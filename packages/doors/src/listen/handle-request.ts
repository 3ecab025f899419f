/** What happens to every request: limits, its mount, failures and the log. */
import { RailUnavailable, StoreUnavailable } from "@bazaar/market/ports";
import type { Admission } from "./admission.ts";
import { BodyEndedEarly, BodyTooLarge } from "./body-errors.ts";
import type { HttpRequest, HttpResponse } from "./http-request.ts";
import type { Fault, ListenRefusal, ListenRefused } from "./listen-refusal.ts";
import type { Mount } from "./mount.ts";
import { shortInertText } from "./short-inert-text.ts";
import { TimeSpent } from "./time-spent.ts";

/** One line per request, without control characters. */
export type Log = (fields: Readonly<Record<string, string | number | null>>) => void;

const MAX_LOGGED_PATH = 200;
const RETRY_SECONDS = 2;

export interface RequestHandling {
  readonly admission: Admission;
  readonly log: Log;
  readonly onUnavailable: (failure: Error) => void;
  /** Gets every error that is neither a refusal nor an unavailable store or rail. */
  readonly onFault: (fault: unknown) => void;
}

/** Serves a request, unless admission has refused it. */
export async function handleRequest(
  handling: RequestHandling,
  mount: Mount,
  request: HttpRequest,
  refused: ListenRefused | null,
): Promise<HttpResponse> {
  const startedMs = performance.now();
  const response = await respond(handling, mount, request, refused);
  request.turn?.end();
  return finish(handling, mount, request, response, startedMs);
}

/** Charges, measures and logs an answer, and adds what it says to browsers. */
export function finish(
  { admission, log }: RequestHandling,
  mount: Mount,
  request: HttpRequest,
  response: HttpResponse,
  startedMs: number,
): HttpResponse {
  const { id, method, path, address, route } = request;
  const { status, body, code = null, countsOnce = false } = response;
  // Charge large responses against the rate limit. What a stream costs, its mount knows.
  if (typeof body === "string" && !countsOnce) admission.rates.countLength(address, body.length);
  const ms = performance.now() - startedMs;
  mount.observe?.({ method, route, status, seconds: ms / 1_000 });
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
  return {
    ...response,
    headers: { ...response.headers, ...admission.origins.headersFor(request) },
  };
}

async function respond(
  handling: RequestHandling,
  mount: Mount,
  request: HttpRequest,
  refused: ListenRefused | null,
): Promise<HttpResponse> {
  try {
    if (refused !== null) return mount.refuse(request, refused.refusal);
    return await mount.handle(request);
  } catch (failure) {
    return mount.refuse(request, refusalFor(handling, failure));
  }
}

/** Reports what a mount has thrown. */
export function refusalFor(
  { onUnavailable, onFault }: Pick<RequestHandling, "onUnavailable" | "onFault">,
  failure: unknown,
): ListenRefusal | Fault {
  if (failure instanceof TimeSpent) return failure.refusal;
  if (failure instanceof BodyTooLarge) return { code: "body_too_large", limit: failure.limit };
  // Only the sender can end its body early; it may not read this response.
  if (failure instanceof BodyEndedEarly) {
    return { code: "malformed_request", problem: failure.message };
  }
  if (failure instanceof StoreUnavailable || failure instanceof RailUnavailable) {
    onUnavailable(failure);
    return { code: "unavailable", retryAfterSeconds: RETRY_SECONDS };
  }
  onFault(failure);
  return { code: "fault" };
}
