/** What every request passes on its way in and every answer on its way out. */
import { RailUnavailable, StoreUnavailable } from "@bazaar/market/ports";
import { Addresses } from "./address.ts";
import { type DoorRefused, refuseAtDoor } from "./door-refusal.ts";
import type { Rates } from "./rates.ts";
import type { Observed } from "./request-tally.ts";
import { flat, PREFLIGHT_HEADERS } from "./response-headers.ts";
import { type FoundRoute, isPlainPath, type RouteTable } from "./route-table.ts";
import type { Settings } from "./settings.ts";
import { shortInertText } from "./views/short-inert-text.ts";
import type { Visit } from "./visit.ts";
import { writeAnswer, writeFault } from "./write-answer.ts";

/** One line per request; every value is inert. */
export type Log = (fields: Readonly<Record<string, string | number | null>>) => void;

const MAX_LOGGED_PATH = 200;
const RETRY_SECONDS = 2;
const PREFLIGHT = flat(PREFLIGHT_HEADERS);

export interface PassageNeeds {
  readonly settings: Settings;
  readonly rates: Rates;
  readonly table: RouteTable;
  readonly log: Log;
  readonly observe: (seen: Observed) => void;
  /** What no check foresaw. */
  readonly onFault: (fault: unknown) => void;
}

export function passage(needs: PassageNeeds): (visit: Visit) => Promise<void> {
  const { settings, rates, table, log, observe, onFault } = needs;
  const addresses = new Addresses(settings.trustedProxies);
  return async (visit) => {
    const startedMs = performance.now();
    visit.address = addresses.ofVisit(visit);
    const found = table.find(visit);
    try {
      const flood = rates.count("perAddress", visit.address);
      if (flood !== null) writeAnswer(visit, flood);
      else await serve(visit, found, table);
    } catch (failure) {
      answerFailure(visit, failure, onFault);
    }
    // A long answer was as dear as many short ones; whoever asked for it is heard less for a while.
    rates.countLength(visit.address, visit.answerLength);
    const ms = performance.now() - startedMs;
    const { method, status } = visit;
    observe({ method, route: found?.route.path ?? null, status, seconds: ms / 1_000 });
    log({
      event: "request",
      id: visit.id,
      method: shortInertText(method, 20),
      path: shortInertText(visit.path, MAX_LOGGED_PATH),
      status,
      ms: Math.round(ms * 10) / 10,
      address: visit.address,
      party: visit.party,
      code: visit.code,
    });
  };
}

function serve(visit: Visit, found: FoundRoute | null, table: RouteTable): void | Promise<void> {
  if (!isPlainPath(visit.path)) {
    const problem = "write the path plainly, without escapes, dots or a host";
    return writeAnswer(visit, refuseAtDoor({ code: "malformed_request", problem }));
  }
  if (visit.method === "OPTIONS") return visit.answer(204, PREFLIGHT, null);
  if (found !== null) return found.route.serve(visit, found.name);
  return writeAnswer(visit, nowhere(visit, table));
}

/** Where the path is known, the method is what is wrong. */
function nowhere({ method, path }: Visit, table: RouteTable): DoorRefused {
  const allowed = table.allowed(path);
  if (allowed.length === 0) return refuseAtDoor({ code: "not_found", path });
  return refuseAtDoor({ code: "method_not_allowed", method, allowed: allowed.join(", ") });
}

/** The world did not answer: try again. Anything else is our mistake, and whoever runs us decides. */
function answerFailure(visit: Visit, failure: unknown, onFault: (fault: unknown) => void): void {
  const isAnswered = visit.status !== 0 || visit.outgoing?.headersSent === true;
  if (failure instanceof StoreUnavailable || failure instanceof RailUnavailable) {
    const refusal = { code: "unavailable", retryAfterSeconds: RETRY_SECONDS } as const;
    if (!isAnswered) writeAnswer(visit, refuseAtDoor(refusal));
    return;
  }
  onFault(failure);
  if (!isAnswered) writeFault(visit);
}
