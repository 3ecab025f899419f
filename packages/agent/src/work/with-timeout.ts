import type { Clock } from "@bazaar/doors/connection";

export interface Timeout {
  readonly clock: Clock;
  readonly ms: number;
  /** Aborts the wait early. */
  readonly signal?: AbortSignal;
}

/** The result, or null after `ms`. The signal that `run` gets aborts when the time is up. */
export async function withTimeout<T>(
  { clock, ms, signal }: Timeout,
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
