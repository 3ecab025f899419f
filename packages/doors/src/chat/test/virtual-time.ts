/** Time that a test moves by hand, with the timers that run in it. */
import type { Clock } from "@bazaar/market/ports";
import type { After, Every } from "../../listen/on-timer.ts";

interface Timer {
  atMs: number;
  readonly everyMs: number | null;
  readonly run: () => void;
}

export class VirtualTime implements Clock {
  readonly #timers = new Set<Timer>();
  #nowMs = 1_794_711_000_000;

  nowMs(): number {
    return this.#nowMs;
  }

  readonly after: After = (ms, run) => this.#start({ atMs: this.#nowMs + ms, everyMs: null, run });

  readonly every: Every = (ms, run) => this.#start({ atMs: this.#nowMs + ms, everyMs: ms, run });

  /** How many timers wait. */
  get waiting(): number {
    return this.#timers.size;
  }

  advance(ms: number): void {
    const endMs = this.#nowMs + ms;
    for (let next = this.#next(endMs); next !== null; next = this.#next(endMs)) {
      this.#nowMs = next.atMs;
      if (next.everyMs === null) this.#timers.delete(next);
      else next.atMs += next.everyMs;
      next.run();
    }
    this.#nowMs = endMs;
  }

  #start(timer: Timer): () => void {
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  #next(endMs: number): Timer | null {
    const due = [...this.#timers].filter(({ atMs }) => atMs <= endMs);
    return due.sort((a, b) => a.atMs - b.atMs)[0] ?? null;
  }
}
