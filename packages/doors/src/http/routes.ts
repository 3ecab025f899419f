/** From the table of endpoints to routes, and what is answered where no endpoint is to answer. */
import { RailUnavailable, StoreUnavailable } from "@bazaar/market/ports";
import type { ErrorHandler, Handler, Hono, NotFoundHandler } from "hono";
import { type Dispatcher, dispatch } from "./dispatch.ts";
import { type DoorEnvironment, rawPath, sentOf } from "./door-context.ts";
import { refuseAtDoor } from "./door-refusal.ts";
import type { Endpoint } from "./endpoint.ts";
import { writeAnswer, writeJson } from "./write-answer.ts";

const RETRY_SECONDS = 2;

/** `/contracts/{id}/bond` as the router writes it. */
export function routeOf({ path }: Pick<Endpoint, "path">): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

export function serveEndpoint(door: Dispatcher, endpoint: Endpoint): Handler<DoorEnvironment> {
  return async (c) => {
    const [name = ""] = Object.values(c.req.param() as Record<string, string>);
    const dispatched = await dispatch(door, endpoint, {
      sent: sentOf(c),
      gone: () => c.req.raw.signal,
      path: rawPath(c),
      query: c.req.query(),
      name,
      address: c.get("address"),
    });
    c.set("party", dispatched.party);
    return writeAnswer(c, dispatched.answer);
  };
}

/** Where the path is known, the method is what is wrong. */
export function answerNotFound(app: Hono<DoorEnvironment>): NotFoundHandler<DoorEnvironment> {
  return (c) => {
    const { method, path } = c.req;
    const allowed = app.routes
      .filter((route) => route.method !== "ALL" && patternOf(route.path).test(path))
      .map((route) => route.method);
    return writeAnswer(
      c,
      refuseAtDoor(
        allowed.length === 0
          ? { code: "not_found", path }
          : { code: "method_not_allowed", method, allowed: [...new Set(allowed)].join(", ") },
      ),
    );
  };
}

function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replaceAll(/:\w+/g, "[^/]+")}$`);
}

/** The world did not answer: try again. Anything else is our mistake, and whoever runs us decides. */
export function answerFailure(onFault: (fault: unknown) => void): ErrorHandler<DoorEnvironment> {
  return (failure, c) => {
    if (failure instanceof StoreUnavailable || failure instanceof RailUnavailable) {
      const retryAfterSeconds = RETRY_SECONDS;
      return writeAnswer(c, refuseAtDoor({ code: "unavailable", retryAfterSeconds }));
    }
    onFault(failure);
    c.set("code", "fault");
    return writeJson(c, { detail: "The server made a mistake.", code: "fault" }, 500, {});
  };
}
