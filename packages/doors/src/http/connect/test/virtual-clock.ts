/**
 * A clock that moves on by itself when nothing else does: once everybody waits, it is the next
 * moment that somebody waits for. Days pass in milliseconds, in the same order every time.
 */
import { setImmediate as turn } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import type { Fetch } from "../exchange.ts";

interface Timer {
  readonly atMs: number;
  readonly wake: () => void;
}

/** Turns of the event loop without anything new after which everybody waits. */
const QUIET_TURNS = 60;
/** A request under way may itself wait for a later time; after so many turns it is taken to. */
const BUSY_TURNS = 1_000;

export class VirtualClock implements Clock {
  readonly #timers = new Set<Timer>();
  readonly #onAdvance: (nowMs: number) => Promise<void>;
  #nowMs: number;
  #happened = 0;
  #underWay = 0;
  #held = 0;
  #isRunning = false;

  constructor(startMs: number, onAdvance: (nowMs: number) => Promise<void> = async () => {}) {
    this.#nowMs = startMs;
    this.#onAdvance = onAdvance;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.#happened += 1;
    const { promise, resolve } = Promise.withResolvers<void>();
    if (signal?.aborted === true) return Promise.resolve();
    const wake = (): void => {
      this.#happened += 1;
      this.#timers.delete(timer);
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const timer = { atMs: this.#nowMs + Math.max(0, ms), wake };
    this.#timers.add(timer);
    signal?.addEventListener("abort", wake, { once: true });
    if (!this.#isRunning) void this.#run();
    return promise;
  }

  /** The same `fetch`, under which time stands still while a request is on its way. */
  counting(fetch: Fetch): Fetch {
    return async (request) => {
      this.#happened += 1;
      this.#underWay += 1;
      try {
        return await fetch(request);
      } finally {
        this.#happened += 1;
        this.#underWay -= 1;
      }
    };
  }

  /** Time stands still until this is done, for what happens outside of it. */
  async hold<T>(run: () => Promise<T>): Promise<T> {
    this.#held += 1;
    try {
      return await run();
    } finally {
      this.#held -= 1;
      this.#happened += 1;
    }
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#timers.size > 0) {
      await this.#untilQuiet();
      const nextMs = Math.min(...[...this.#timers].map(({ atMs }) => atMs));
      if (!Number.isFinite(nextMs)) continue;
      this.#nowMs = Math.max(this.#nowMs, nextMs);
      await this.#onAdvance(this.#nowMs);
      for (const timer of [...this.#timers]) if (timer.atMs <= this.#nowMs) timer.wake();
    }
    this.#isRunning = false;
  }

  async #untilQuiet(): Promise<void> {
    let seen = this.#happened;
    for (let quiet = 0; quiet < (this.#underWay > 0 ? BUSY_TURNS : QUIET_TURNS); quiet += 1) {
      await turn();
      if (seen !== this.#happened || this.#held > 0) {
        seen = this.#happened;
        quiet = 0;
      }
    }
  }
}
