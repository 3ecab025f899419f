/**
 * The market's time: the time of day at the start, plus what has passed since on a clock that
 * nobody can set.
 *
 * A step of the machine's clock, forwards or backwards, moves no deadline: the difference is made up
 * slowly. Time never goes backwards, and across restarts never behind the last heartbeat.
 */
import type { Clock } from "./ports/clock.ts";

/**
 * The rate at which a difference to the time of day is made up, 43 seconds a day. It is the limit
 * that `adjtime` has on most systems: ten times the error of a usual quartz, so the market follows
 * a well-kept clock, and too little to matter, 15 ms of a window of 30 seconds.
 */
const MAX_SLEW = 0.000_5;

export interface TimeSources {
  /** The time of day, which may be set at any moment. */
  readonly wallMs: () => number;
  /** Counts from anywhere, and only forwards. */
  readonly monotonicMs: () => number;
}

export class MarketClock implements Clock {
  readonly #sources: TimeSources;
  #nowMs: number;
  #readMs: number;

  constructor(sources: TimeSources) {
    this.#sources = sources;
    this.#nowMs = sources.wallMs();
    this.#readMs = sources.monotonicMs();
  }

  nowMs(): number {
    const readMs = this.#sources.monotonicMs();
    const passedMs = readMs - this.#readMs;
    const freeMs = this.#nowMs + passedMs;
    const mostMs = passedMs * MAX_SLEW;
    const offMs = this.#sources.wallMs() - freeMs;
    this.#readMs = readMs;
    this.#nowMs = freeMs + Math.min(mostMs, Math.max(-mostMs, offMs));
    return Math.floor(this.#nowMs);
  }

  /** Moves on to a time that the market has already seen. */
  notBefore(ms: number): void {
    this.#nowMs = Math.max(this.#nowMs, ms);
  }
}
