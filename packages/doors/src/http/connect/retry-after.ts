const MAX_RETRY_AFTER_SECONDS = 30;

/** The Retry-After header, bounded; null if there is none. */
export function retryAfterMs(headers: Headers): number | null {
  const text = headers.get("retry-after");
  if (text === null || !/^[0-9]{1,6}$/.test(text)) return null;
  return Math.min(Number(text), MAX_RETRY_AFTER_SECONDS) * 1_000;
}
