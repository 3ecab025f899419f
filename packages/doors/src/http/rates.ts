/**
 * How often one address, and one key, may ask.
 *
 * Counted in memory and per process: a restart forgets, which costs nothing but a fresh minute.
 * The limit on signed requests comes before their signature is checked, because checking is what
 * a flood would buy.
 */
import { type DoorRefused, refuseAtDoor } from "./door-refusal.ts";
import { RateWindow } from "./rate-window.ts";
import type { Limits } from "./settings.ts";

type RateName = "perAddress" | "signedPerAddress" | "perIdentity" | "talkPerIdentity";

/** Up to here a body is one request. */
const ORDINARY_LENGTH = 16_384;

/** What the refusal calls each. */
const SAID: Readonly<Record<RateName, string>> = {
  perAddress: "requests from one address",
  signedPerAddress: "signed requests from one address",
  perIdentity: "requests of one key",
  talkPerIdentity: "messages of one key",
};

export class Rates {
  readonly #windows: Readonly<Record<RateName, RateWindow>>;

  constructor(limits: Pick<Limits, RateName>, nowMs: () => number = () => performance.now()) {
    this.#windows = {
      perAddress: new RateWindow(limits.perAddress, nowMs),
      signedPerAddress: new RateWindow(limits.signedPerAddress, nowMs),
      perIdentity: new RateWindow(limits.perIdentity, nowMs),
      talkPerIdentity: new RateWindow(limits.talkPerIdentity, nowMs),
    };
  }

  /** Counts one more; a refusal says when to come back. */
  count(name: RateName, key: string): DoorRefused | null {
    return this.#consume(name, key, 1);
  }

  /** A long body or answer counts as many requests: it costs as much. */
  countLength(address: string, length: number): DoorRefused | null {
    const more = Math.floor(length / ORDINARY_LENGTH);
    return more === 0 ? null : this.#consume("perAddress", address, more);
  }

  #consume(name: RateName, key: string, points: number): DoorRefused | null {
    const waitMs = this.#windows[name].count(key, points);
    if (waitMs === 0) return null;
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
    return refuseAtDoor({ code: "rate_limited", limit: SAID[name], retryAfterSeconds });
  }
}
