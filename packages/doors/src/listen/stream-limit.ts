/**
 * How many long-lived answers may be open: event streams and WebSockets, whichever door they belong
 * to. Behind a proxy many clients share few connections, so these are counted by client.
 */
import { type ListenResult, refuseToServe } from "./listen-refusal.ts";
import { Quota } from "./quota.ts";
import type { Limits } from "./settings.ts";

const RETRY_AFTER_SECONDS = 30;

export class StreamLimit {
  readonly #limits: Pick<Limits, "streams" | "streamsPerAddress">;
  readonly #quota: Quota;

  constructor(limits: Pick<Limits, "streams" | "streamsPerAddress">) {
    this.#limits = limits;
    this.#quota = new Quota({ all: limits.streams, perAddress: limits.streamsPerAddress });
  }

  /** Takes a place; calling the function that this gives frees it, once. */
  take(address: string | null): ListenResult<() => void> {
    const { streams, streamsPerAddress } = this.#limits;
    const place = this.#quota.take(address);
    if (place.ok) return { ok: true, value: place.release };
    if (place.full === "all") {
      return refuseToServe({ code: "too_many_streams", limit: streams });
    }
    const limit = `${streamsPerAddress} streams from one address`;
    return refuseToServe({ code: "rate_limited", limit, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}
