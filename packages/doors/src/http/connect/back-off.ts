/** How long to wait before the next try: twice as long each time, up to a limit. */
export interface BackOff {
  readonly firstMs: number;
  readonly mostMs: number;
}

export function delayMs({ firstMs, mostMs }: BackOff, tries: number): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(tries, 30));
}

const MAX_RETRY_AFTER_SECONDS = 30;

/** The Retry-After header, bounded; null if there is none. */
export function retryAfterMs(headers: Headers): number | null {
  const text = headers.get("retry-after");
  if (text === null || !/^[0-9]{1,6}$/.test(text)) return null;
  return Math.min(Number(text), MAX_RETRY_AFTER_SECONDS) * 1_000;
}
