/**
 * How often each key may come within a window of time that begins when it first comes.
 *
 * Counted in place, without a timer: every window is equally long, so the oldest stands first and
 * is let go when a new key comes. There are never more than so many, whoever asks.
 */
import type { Rate } from "./settings.ts";

/** The oldest is forgotten for the next one: whoever has more addresses than this has enough. */
const MAX_KEYS = 100_000;

interface Window {
  count: number;
  readonly endsMs: number;
}

export class RateWindow {
  readonly #requests: number;
  readonly #lengthMs: number;
  readonly #nowMs: () => number;
  readonly #windows = new Map<string, Window>();

  constructor({ requests, seconds }: Rate, nowMs: () => number) {
    this.#requests = requests;
    this.#lengthMs = seconds * 1_000;
    this.#nowMs = nowMs;
  }

  get size(): number {
    return this.#windows.size;
  }

  /** Counts so many more. Gives how long to wait where those are too many, else nought. */
  count(key: string, more: number): number {
    const nowMs = this.#nowMs();
    const window = this.#windows.get(key);
    if (window === undefined || window.endsMs <= nowMs) {
      this.#begin(key, more, nowMs);
      return more > this.#requests ? this.#lengthMs : 0;
    }
    window.count += more;
    return window.count > this.#requests ? window.endsMs - nowMs : 0;
  }

  #begin(key: string, count: number, nowMs: number): void {
    // Where this key was here before it goes with them, and stands last again.
    for (const [oldest, { endsMs }] of this.#windows) {
      if (endsMs > nowMs && this.#windows.size < MAX_KEYS) break;
      this.#windows.delete(oldest);
    }
    this.#windows.set(key, { count, endsMs: nowMs + this.#lengthMs });
  }
}
