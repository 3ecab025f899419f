/**
 * Requests that wait for a ruling before they are answered.
 *
 * What they asked for is recorded already, so nobody is refused here: when too many wait, the next
 * one is told at once where to look, just as after the time is up.
 */
export class HeldRequests {
  readonly #limit: number;
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get count(): number {
    return this.#count;
  }

  /** Runs `wait` with a signal that aborts in time; null where there is no room to wait. */
  async hold<T>(
    signal: AbortSignal,
    timeoutMs: number,
    wait: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | null> {
    if (this.#count >= this.#limit) return null;
    this.#count += 1;
    try {
      return await wait(AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    } finally {
      this.#count -= 1;
    }
  }
}
