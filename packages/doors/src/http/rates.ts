/**
 * How often one address, and one key, may ask.
 *
 * Counted in memory and per process: a restart forgets, which costs nothing but a fresh minute.
 * The limit on signed requests comes before their signature is checked, because checking is what
 * a flood would buy.
 */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { type DoorRefused, refuseAtDoor } from "./door-refusal.ts";
import type { Limits, Rate } from "./settings.ts";

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
  readonly #limiters: Readonly<Record<RateName, RateLimiterMemory>>;

  constructor(limits: Pick<Limits, RateName>) {
    this.#limiters = {
      perAddress: limiter(limits.perAddress),
      signedPerAddress: limiter(limits.signedPerAddress),
      perIdentity: limiter(limits.perIdentity),
      talkPerIdentity: limiter(limits.talkPerIdentity),
    };
  }

  /** Counts one more; a refusal says when to come back. */
  count(name: RateName, key: string): Promise<DoorRefused | null> {
    return this.#consume(name, key, 1);
  }

  /** A long body or answer counts as many requests: it costs as much. */
  async countLength(address: string, length: number): Promise<DoorRefused | null> {
    const more = Math.floor(length / ORDINARY_LENGTH);
    return more === 0 ? null : this.#consume("perAddress", address, more);
  }

  async #consume(name: RateName, key: string, points: number): Promise<DoorRefused | null> {
    try {
      await this.#limiters[name].consume(key, points);
      return null;
    } catch (exceeded) {
      if (!(exceeded instanceof RateLimiterRes)) throw exceeded;
      const retryAfterSeconds = Math.max(1, Math.ceil(exceeded.msBeforeNext / 1_000));
      return refuseAtDoor({ code: "rate_limited", limit: SAID[name], retryAfterSeconds });
    }
  }
}

function limiter({ requests, seconds }: Rate): RateLimiterMemory {
  return new RateLimiterMemory({ points: requests, duration: seconds });
}
