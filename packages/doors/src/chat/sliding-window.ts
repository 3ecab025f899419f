import type { Rate } from "../listen/settings.ts";

/** How often one connection does something, within any stretch of time as long as the rate's. */
export class SlidingWindow {
  readonly #timesMs: number[] = [];

  /** Counts it now and gives 0, or how long to wait if that is too often; then it is not counted. */
  take({ requests, seconds }: Rate, nowMs: number): number {
    const spanMs = seconds * 1_000;
    const times = this.#timesMs;
    const firstKept = times.findIndex((atMs) => nowMs - atMs < spanMs);
    times.splice(0, firstKept === -1 ? times.length : firstKept);
    const oldest = times[times.length - requests];
    if (oldest !== undefined) return oldest + spanMs - nowMs;
    times.push(nowMs);
    return 0;
  }

  /** Uncounts the last one. */
  giveBack(): void {
    this.#timesMs.pop();
  }
}
