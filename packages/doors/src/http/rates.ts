/**
 * How many requests one address and one key may send.
 *
 * Counted in memory and per process; a restart resets the counts. The limit on signed requests is applied
 * before their signature is checked, because checking is what a flood would cost.
 */
import { type DoorRefused, refuseAtDoor } from "./door-refusal.ts";
import { RateWindow } from "./rate-window.ts";
import type { Limits } from "./settings.ts";

type RateName = "perAddress" | "signedPerAddress" | "perIdentity" | "talkPerIdentity";

/** A body or response counts as one more request for each of these characters. */
const COUNTED_LENGTH = 16_384;

const NAMES: Readonly<Record<RateName, string>> = {
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

  /** Counts one request; a refusal says when to try again. */
  count(name: RateName, key: string): DoorRefused | null {
    return this.#consume(name, key, 1);
  }

  /** Charges a long body or response as several requests. */
  countLength(address: string, length: number): DoorRefused | null {
    const more = Math.floor(length / COUNTED_LENGTH);
    return more === 0 ? null : this.#consume("perAddress", address, more);
  }

  #consume(name: RateName, key: string, points: number): DoorRefused | null {
    const waitMs = this.#windows[name].count(key, points);
    if (waitMs === 0) return null;
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
    return refuseAtDoor({ code: "rate_limited", limit: NAMES[name], retryAfterSeconds });
  }
}
