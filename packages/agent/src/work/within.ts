import type { Clock } from "@bazaar/doors/http/connect";

export interface Within {
  readonly clock: Clock;
  readonly ms: number;
  /** Aborts where nobody waits for it any more. */
  readonly signal?: AbortSignal;
}

/** What comes of it in time, or null. Its signal aborts when it is too late, the timer when not. */
export async function within<T>(
  { clock, ms, signal }: Within,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const done = new AbortController();
  const over = signal === undefined ? done.signal : AbortSignal.any([done.signal, signal]);
  try {
    return await Promise.race([run(over), clock.sleep(ms, over).then(() => null)]);
  } finally {
    done.abort();
  }
}
