/** Headers for browsers and caches. */

type Headers = Readonly<Record<string, string>>;

/** On every response, unless a page or a stream overrides them. */
const RESPONSE_HEADERS: Headers = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
};

/** Any web page may read; cookies are never used. */
export const READ_HEADERS: Headers = {
  ...RESPONSE_HEADERS,
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "X-Request-Id, Retry-After",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

export const PREFLIGHT_HEADERS: Headers = {
  ...READ_HEADERS,
  "Access-Control-Allow-Methods": "GET, HEAD",
  "Access-Control-Allow-Headers":
    "X-Fix-Timestamp, X-Fix-Signature, X-Fix-Pubkey, Last-Event-ID, Content-Type",
  "Access-Control-Max-Age": "86400",
};

const JSON_TYPE = { "Content-Type": "application/json" };
const READ_JSON: Headers = { ...READ_HEADERS, ...JSON_TYPE };
const WRITE_JSON: Headers = { ...RESPONSE_HEADERS, ...JSON_TYPE };

const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

export function jsonHeaders(method: string): Headers {
  return READS.has(method) ? READ_JSON : WRITE_JSON;
}
