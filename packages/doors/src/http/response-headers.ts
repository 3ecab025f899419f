import type { DoorContext } from "./door-context.ts";

/** What every answer says to browsers and caches, unless a page has said otherwise. */
export const RESPONSE_HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
};

/** Reading is open to every page in every browser; nobody's cookies are ever looked at. */
export const READ_HEADERS: Readonly<Record<string, string>> = {
  ...RESPONSE_HEADERS,
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "X-Request-Id, Retry-After",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Methods": "GET, HEAD",
  "Access-Control-Allow-Headers":
    "X-Fix-Timestamp, X-Fix-Signature, X-Fix-Pubkey, Last-Event-ID, Content-Type",
  "Access-Control-Max-Age": "86400",
};

const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

export function usualHeaders(c: DoorContext): Readonly<Record<string, string>> {
  const headers = READS.has(c.req.method) ? READ_HEADERS : RESPONSE_HEADERS;
  return { ...headers, "X-Request-Id": c.get("requestId") };
}
