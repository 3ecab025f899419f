/** Headers for browsers and caches. */

type Headers = Readonly<Record<string, string>>;

/** On every response, unless a page or a stream overrides them. */
export const RESPONSE_HEADERS: Headers = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
};

export const JSON_HEADERS: Headers = { ...RESPONSE_HEADERS, "Content-Type": "application/json" };

export const EVENT_STREAM_HEADERS: Headers = {
  ...RESPONSE_HEADERS,
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-cache",
  "X-Accel-Buffering": "no",
};
