/** What answers say to browsers and caches. */

type HeaderTable = Readonly<Record<string, string>>;

/** Every answer says this, unless it is a page or a stream that says otherwise. */
const RESPONSE_HEADERS: HeaderTable = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
};

/** Reading is open to every page in every browser; nobody's cookies are ever looked at. */
export const READ_HEADERS: HeaderTable = {
  ...RESPONSE_HEADERS,
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "X-Request-Id, Retry-After",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

export const PREFLIGHT_HEADERS: HeaderTable = {
  ...READ_HEADERS,
  "Access-Control-Allow-Methods": "GET, HEAD",
  "Access-Control-Allow-Headers":
    "X-Fix-Timestamp, X-Fix-Signature, X-Fix-Pubkey, Last-Event-ID, Content-Type",
  "Access-Control-Max-Age": "86400",
};

const JSON_TYPE = { "Content-Type": "application/json" };
const READ_JSON = flat({ ...READ_HEADERS, ...JSON_TYPE });
const WRITE_JSON = flat({ ...RESPONSE_HEADERS, ...JSON_TYPE });

const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** What JSON is answered with, by the method that asked for it. */
export function jsonHeaders(method: string): readonly string[] {
  return READS.has(method) ? READ_JSON : WRITE_JSON;
}

/** Names and values in turn, which is what an answer is written from most quickly. */
export function flat(headers: HeaderTable): readonly string[] {
  return Object.entries(headers).flat();
}
