/** How much each key may use within a window of time that starts with its first request. */
import { LRUCache } from "lru-cache";
import type { Rate } from "./settings.ts";

/** Beyond this many keys, the one that was idle longest is forgotten. */
const MAX_KEYS = 100_000;

export class RateWindow {
  readonly #requests: number;
  readonly #lengthMs: number;
  readonly #windows: LRUCache<string, { count: number }>;

  constructor({ requests, seconds }: Rate, nowMs: () => number) {
    this.#requests = requests;
    this.#lengthMs = seconds * 1_000;
    this.#windows = new LRUCache({
      // `max` would allocate room for all keys at once; this bound takes room as keys come.
      maxSize: MAX_KEYS,
      sizeCalculation: () => 1,
      ttl: this.#lengthMs,
      ttlResolution: 0,
      perf: { now: nowMs },
    });
  }

  get size(): number {
    return this.#windows.size;
  }

  /** What a key has used in its window. */
  used(key: string): number {
    return this.#windows.get(key)?.count ?? 0;
  }

  /** Counts `more` requests. Returns how long to wait if that is too many, otherwise 0. */
  count(key: string, more: number): number {
    const window = this.#windows.get(key);
    if (window === undefined) {
      this.#windows.set(key, { count: more });
      return more > this.#requests ? this.#lengthMs : 0;
    }
    window.count += more;
    return window.count > this.#requests ? Math.max(1, this.#windows.getRemainingTTL(key)) : 0;
  }
}
