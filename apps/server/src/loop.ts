/**
 * One thing the server does by itself, again and again, until it is told to stop.
 *
 * A world that does not answer is logged and asked again, more slowly each time. Anything else that
 * is thrown is our own bug, and goes to whoever ends the process: what a loop does may be cut off
 * anywhere, and the next process goes on from the store.
 */
import { JudgeUnavailable, RailUnavailable, StoreUnavailable } from "@bazaar/market/ports";
import type { Logger } from "pino";

export interface LoopNeeds {
  readonly log: Logger;
  /** Ends the process. */
  readonly onBug: (error: unknown) => void;
}

/** Everything that waits longer than this is looked at again: word of it may have been lost. */
export const LOOK_AGAIN_MS = 1_000;
/** The least time between two turns with nothing left to do, however often it is poked. */
const GAP_MS = 20;
const MAX_BACK_OFF_MS = 30_000;

export class Loop {
  readonly #name: string;
  readonly #turn: () => Promise<number>;
  readonly #needs: LoopNeeds;
  readonly #stopping = new AbortController();
  readonly #finished: Promise<void>;
  #wake: (() => void) | null = null;
  /** Whether it sleeps for want of work, and not for the gap or after a failure. */
  #isIdle = false;
  #isPoked = false;
  #failures = 0;

  /** `turn` says in how many milliseconds it wants its next one; 0 is at once. */
  constructor(name: string, turn: () => Promise<number>, needs: LoopNeeds) {
    this.#name = name;
    this.#turn = turn;
    this.#needs = needs;
    this.#finished = this.#run().catch(needs.onBug);
  }

  /** There may be something to do: the next turn comes as soon as there may be one. */
  poke(): void {
    this.#isPoked = true;
    if (this.#isIdle) this.#wake?.();
  }

  /** Finishes the turn it is in. */
  stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake?.();
    return this.#finished;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#isPoked = false;
      const waitMs = await this.#oneTurn();
      if (waitMs === 0) continue;
      // Whatever comes in during the gap is seen together, in one turn.
      await this.#sleep(Math.min(GAP_MS, waitMs));
      if (this.#isPoked) continue;
      this.#isIdle = true;
      await this.#sleep(waitMs - GAP_MS);
      this.#isIdle = false;
    }
  }

  async #oneTurn(): Promise<number> {
    try {
      const waitMs = await this.#turn();
      this.#failures = 0;
      return waitMs;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      const waitMs = Math.min(LOOK_AGAIN_MS * 2 ** this.#failures, MAX_BACK_OFF_MS);
      this.#failures += 1;
      logUnavailable(this.#needs.log, this.#name, error, waitMs);
      // A poke does not hurry somebody who has just failed.
      await this.#sleep(waitMs);
      return 0;
    }
  }

  async #sleep(ms: number): Promise<void> {
    if (ms <= 0 || this.#stopping.signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#wake = resolve;
    await promise;
    clearTimeout(timer);
    this.#wake = null;
  }
}

export function isUnavailable(error: unknown): error is Error {
  return (
    error instanceof StoreUnavailable ||
    error instanceof RailUnavailable ||
    error instanceof JudgeUnavailable
  );
}

export function logUnavailable(log: Logger, loop: string, error: Error, retryMs: number): void {
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  log.warn({ loop, problem: error.message, cause, retryMs }, "unavailable; trying again");
}
