/**
 * A background job that runs until it is stopped.
 *
 * An unavailable store, rail or judge is logged and retried with back-off. Where part of the store
 * cannot be read, that is reported and the rest of the work goes on. Any other error is a bug and
 * ends the process: a loop may be cut off anywhere, and the next process continues from the store.
 */
import {
  JudgeUnavailable,
  RailUnavailable,
  StoreDamaged,
  StoreUnavailable,
} from "@bazaar/market/ports";
import type { Logger } from "pino";

export interface LoopNeeds {
  readonly log: Logger;
  /** Ends the process. */
  readonly onBug: (error: unknown) => void;
  readonly onUnavailable?: (failure: Error) => void;
}

/** The longest a loop sleeps: a notification may get lost. */
export const LOOK_AGAIN_MS = 1_000;
/** The shortest time between two idle turns, however often the loop is notified. */
const GAP_MS = 20;
const MAX_BACK_OFF_MS = 30_000;

export class Loop {
  readonly #name: string;
  readonly #turn: () => Promise<number>;
  readonly #needs: LoopNeeds;
  readonly #stopping = new AbortController();
  readonly #finished: Promise<void>;
  #wake: (() => void) | null = null;
  /** Whether it sleeps because it has no work: not for the gap, not after a failure. */
  #isIdle = false;
  #isNotified = false;
  #failures = 0;

  /** `turn` returns the milliseconds until its next run; 0 is at once. */
  constructor(name: string, turn: () => Promise<number>, needs: LoopNeeds) {
    this.#name = name;
    this.#turn = turn;
    this.#needs = needs;
    this.#finished = this.#run().catch(needs.onBug);
  }

  /** There may be work: ends the idle sleep, but neither the gap nor a back-off. */
  notify(): void {
    this.#isNotified = true;
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
      this.#isNotified = false;
      const waitMs = await this.#oneTurn();
      if (waitMs === 0) continue;
      // Everything that arrives during the gap is handled in one turn.
      await this.#sleep(Math.min(GAP_MS, waitMs));
      if (this.#isNotified) continue;
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
      if (isDamage(this.#needs, error)) return LOOK_AGAIN_MS;
      const waitMs = Math.min(LOOK_AGAIN_MS * 2 ** this.#failures, MAX_BACK_OFF_MS);
      this.#failures += 1;
      logUnavailable(this.#needs.log, this.#name, error, waitMs);
      // A notification does not shorten the back-off.
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

/** Reports the failure; true if a part of the store is damaged, which the log says once. */
export function isDamage({ onUnavailable }: LoopNeeds, failure: Error): boolean {
  onUnavailable?.(failure);
  return failure instanceof StoreDamaged;
}

export function logUnavailable(log: Logger, loop: string, error: Error, retryMs: number): void {
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  log.warn({ loop, problem: error.message, cause, retryMs }, "unavailable; trying again");
}
