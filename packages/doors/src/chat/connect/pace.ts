import type { Clock } from "../../connection/clock.ts";

/** Does one thing after another, and begins none within the interval after the last one ended. */
export class Pace {
  readonly #clock: Clock;
  readonly #everyMs: number;
  readonly #stopping: AbortSignal;
  #nextMs = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock, everyMs: number, stopping: AbortSignal) {
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#stopping = stopping;
  }

  run<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#last.then(async () => {
      const waitMs = this.#nextMs - this.#clock.nowMs();
      if (waitMs > 0) await this.#clock.sleep(waitMs, this.#stopping);
      const value = await act();
      this.#nextMs = this.#clock.nowMs() + this.#everyMs;
      return value;
    });
    // Those that wait behind a failure are not part of it.
    this.#last = done.catch(() => undefined);
    return done;
  }
}
