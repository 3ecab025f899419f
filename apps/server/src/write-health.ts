import type { Clock } from "@bazaar/market/ports";

/** Longer than the loops ever wait before they write again. */
const FORGET_MS = 60_000;

/**
 * Whether the store accepts writes: no from a failed write until an act is stored. A full disk
 * cannot be found by trying, because it answers every read and takes writes that change nothing.
 *
 * A failure is forgotten after a minute: a server that is not ready may get no acts to store.
 */
export class WriteHealth {
  readonly #clock: Clock;
  #failedMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  record(result: "stored" | "failed"): void {
    this.#failedMs = result === "failed" ? this.#clock.nowMs() : Number.NEGATIVE_INFINITY;
  }

  get acceptsWrites(): boolean {
    return this.#clock.nowMs() - this.#failedMs > FORGET_MS;
  }
}
