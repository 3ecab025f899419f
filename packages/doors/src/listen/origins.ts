/**
 * Which web pages may use this server. Browsers name the page that sends a request, and let it read
 * the answer only if the answer allows that.
 *
 * A server on its own machine is also asked for the name it is called by: a page whose name its
 * owner has pointed to 127.0.0.1 would count as part of this server.
 */

import type { HttpRequest } from "./http-request.ts";
import { type ListenRefused, refuseToServe } from "./listen-refusal.ts";
import type { ListenSettings } from "./settings.ts";

type Headers = Readonly<Record<string, string>>;
type Asked = Pick<HttpRequest, "method" | "header">;

const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
const THIS_MACHINE = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;
/** How much of a header a refusal repeats. */
const SHOWN = 80;

/** Cookies are never used. */
const READABLE: Headers = {
  "Access-Control-Expose-Headers": "X-Request-Id, Retry-After",
  "Cross-Origin-Resource-Policy": "cross-origin",
};
const BY_ALL: Headers = { ...READABLE, "Access-Control-Allow-Origin": "*" };
const BY_NO_OTHER: Headers = { "Cross-Origin-Resource-Policy": "same-origin", Vary: "Origin" };
const NOTHING: Headers = {};

export class Origins {
  readonly #allowed: ReadonlySet<string>;
  readonly #isLocal: boolean;

  constructor({ allowedOrigins, isLocal }: Pick<ListenSettings, "allowedOrigins" | "isLocal">) {
    this.#allowed = new Set(allowedOrigins);
    this.#isLocal = isLocal;
  }

  /** Null if the request may be served. */
  refusalOf(request: Asked): ListenRefused | null {
    const host = request.header("host");
    if (this.#isLocal && host !== null && !THIS_MACHINE.test(host)) {
      return refuseToServe({ code: "foreign_host", host: host.slice(0, SHOWN) });
    }
    const origin = request.header("origin");
    if (origin === null || this.#isAllowed(origin) || isOwn(origin, host)) return null;
    return refuseToServe({ code: "foreign_origin", origin: origin.slice(0, SHOWN) });
  }

  /** What the response says to a browser. No page may read the answer to an act. */
  headersFor(request: Asked): Headers {
    if (!READS.has(request.method)) return NOTHING;
    if (this.#allowed.has("*")) return BY_ALL;
    const origin = request.header("origin");
    if (origin === null || !this.#allowed.has(origin)) return BY_NO_OTHER;
    return { ...READABLE, Vary: "Origin", "Access-Control-Allow-Origin": origin };
  }

  #isAllowed(origin: string): boolean {
    return this.#allowed.has("*") || this.#allowed.has(origin);
  }
}

/** The origin of this server's own pages. */
function isOwn(origin: string, host: string | null): boolean {
  return host !== null && (origin === `http://${host}` || origin === `https://${host}`);
}
