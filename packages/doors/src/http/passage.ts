/** What every request passes on its way in and every answer on its way out. */
import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { Addresses } from "./address.ts";
import { type DoorContext, type DoorEnvironment, rawPath, sentOf } from "./door-context.ts";
import { type DoorRefused, refuseAtDoor } from "./door-refusal.ts";
import type { Observed } from "./metrics.ts";
import type { Rates } from "./rates.ts";
import { PREFLIGHT_HEADERS, usualHeaders } from "./response-headers.ts";
import type { Settings } from "./settings.ts";
import { shortInertText } from "./views/short-inert-text.ts";
import { writeAnswer } from "./write-answer.ts";

/** One line per request; every value is inert. */
export type Log = (fields: Readonly<Record<string, string | number | null>>) => void;

const MAX_LOGGED_PATH = 200;

interface PassageNeeds {
  readonly settings: Settings;
  readonly rates: Rates;
  readonly log: Log;
  readonly observe: (seen: Observed) => void;
}

export function passage(needs: PassageNeeds): MiddlewareHandler<DoorEnvironment> {
  const { settings, rates, log, observe } = needs;
  const addresses = new Addresses(settings.trustedProxies);
  return async (c, next) => {
    const startedMs = performance.now();
    const id = randomUUID();
    const socket = c.env?.incoming?.socket;
    const forwardedFor = sentOf(c).headers.get("x-forwarded-for") ?? undefined;
    const address = addresses.of(socket?.remoteAddress, forwardedFor);
    c.set("requestId", id);
    c.set("address", address);
    const flood = await rates.count("perAddress", address);
    const refused = flood ?? pathProblem(c);
    if (refused !== null) c.res = writeAnswer(c, refused);
    else if (c.req.method === "OPTIONS") c.res = c.body(null, 204, PREFLIGHT_HEADERS);
    else await next();
    // A long answer was as dear as many short ones; whoever asked for it is heard less for a while.
    await rates.countLength(address, c.get("answerLength") ?? 0);
    addHeaders(c);
    const { method } = c.req;
    const status = statusOf(c);
    const ms = performance.now() - startedMs;
    observe({ method, route: matchedPath(c), status, seconds: ms / 1_000 });
    log({
      event: "request",
      id,
      method: shortInertText(method, 20),
      path: shortInertText(rawPath(c), MAX_LOGGED_PATH),
      status,
      ms: Math.round(ms * 10) / 10,
      address,
      party: c.get("party") ?? null,
      code: c.get("code") ?? null,
    });
  };
}

/** The path of the endpoint that answered, as its table has it; null where none did. */
function matchedPath(c: DoorContext): string | null {
  const path = routePath(c, -1);
  return path.endsWith("*") ? null : path.replaceAll(/:(\w+)/g, "{$1}");
}

/** Two spellings of one path would be two signed texts for one act, so there is only one. */
function pathProblem(c: DoorContext): DoorRefused | null {
  if (rawPath(c) === c.req.path) return null;
  const problem = "write the path plainly, without escapes, dots or a host";
  return refuseAtDoor({ code: "malformed_request", problem });
}

/** Answers that are on their way already had theirs. */
function addHeaders(c: DoorContext): void {
  if (c.env?.outgoing?.headersSent === true) return;
  for (const [name, value] of Object.entries(usualHeaders(c))) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  }
}

function statusOf(c: DoorContext): number {
  const outgoing = c.env?.outgoing;
  return outgoing?.headersSent === true ? outgoing.statusCode : c.res.status;
}
