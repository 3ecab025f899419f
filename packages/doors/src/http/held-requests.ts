/**
 * Requests that wait, for a ruling or for a chain to grow, before they are answered.
 *
 * Nothing is lost when too many wait: what they asked for is recorded already, and the next one is
 * answered at once with where to look, as after its time is up.
 */
export class HeldRequests {
  readonly #limit: number;
  readonly #startTimer: StartHoldTimer;
  #count = 0;

  constructor(limit: number, startTimer: StartHoldTimer = systemTimer) {
    this.#limit = limit;
    this.#startTimer = startTimer;
  }

  get count(): number {
    return this.#count;
  }

  /** Runs `wait` with a signal that aborts when the time is up; null if too many wait already. */
  async hold<T>(
    signal: AbortSignal,
    timeoutMs: number,
    wait: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | null> {
    if (this.#count >= this.#limit) return null;
    this.#count += 1;
    try {
      using timer = this.#startTimer(timeoutMs);
      return await wait(AbortSignal.any([signal, timer.signal]));
    } finally {
      this.#count -= 1;
    }
  }
}

/** Runs while one request is held, and is disposed when it no longer is. */
export interface HoldTimer extends Disposable {
  readonly signal: AbortSignal;
}

export type StartHoldTimer = (ms: number) => HoldTimer;

function systemTimer(ms: number): HoldTimer {
  return { signal: AbortSignal.timeout(ms), [Symbol.dispose]: () => undefined };
}
