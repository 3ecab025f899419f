/** Headers for browsers and caches. */

type Headers = Readonly<Record<string, string>>;

/** On every response, unless a page or a stream overrides them. */
export const RESPONSE_HEADERS: Headers = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
};

export const PREFLIGHT_HEADERS: Headers = {
  ...RESPONSE_HEADERS,
  "Access-Control-Allow-Methods": "GET, HEAD",
  "Access-Control-Allow-Headers":
    "X-Fix-Timestamp, X-Fix-Signature, X-Fix-Pubkey, Last-Event-ID, Content-Type",
  "Access-Control-Max-Age": "86400",
};

export const JSON_HEADERS: Headers = { ...RESPONSE_HEADERS, "Content-Type": "application/json" };
