/**
 * Requests that wait, for a ruling or for a chain to grow, before they are answered.
 *
 * Nothing is lost when too many wait: what they asked for is recorded already, and the next one is
 * answered at once with where to look, as after its time is up.
 */
import { Quota } from "./quota.ts";
import type { Limits } from "./settings.ts";

/** Of all places, those for parties to a contract, which strangers cannot take. */
const PARTIES_SHARE = 0.25;

export interface Holding {
  readonly address: string | null;
  /** Whether a party to the contract has signed the request. */
  readonly isParty: boolean;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export class HeldRequests {
  readonly #quota: Quota;
  readonly #strangers: number;
  readonly #startTimer: StartHoldTimer;

  constructor(
    { heldRequests, heldPerAddress }: Pick<Limits, "heldRequests" | "heldPerAddress">,
    startTimer: StartHoldTimer = systemTimer,
  ) {
    this.#quota = new Quota({ all: heldRequests, perAddress: heldPerAddress });
    this.#strangers = Math.floor(heldRequests * (1 - PARTIES_SHARE));
    this.#startTimer = startTimer;
  }

  get count(): number {
    return this.#quota.all;
  }

  /** Runs `wait` with a signal that aborts when the time is up; null if too many wait already. */
  async hold<T>(
    { address, isParty, signal, timeoutMs }: Holding,
    wait: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | null> {
    if (!isParty && this.count >= this.#strangers) return null;
    const place = this.#quota.take(address);
    if (!place.ok) return null;
    try {
      using timer = this.#startTimer(timeoutMs);
      return await wait(AbortSignal.any([signal, timer.signal]));
    } finally {
      place.release();
    }
  }
}

/** Runs while one request is held, and is disposed when it no longer is. */
export interface HoldTimer extends Disposable {
  readonly signal: AbortSignal;
}

export type StartHoldTimer = (ms: number) => HoldTimer;

function systemTimer(ms: number): HoldTimer {
  return { signal: AbortSignal.timeout(ms), [Symbol.dispose]: () => undefined };
}
