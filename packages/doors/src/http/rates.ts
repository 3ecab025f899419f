/**
 * How many requests one address and one key may send, and how much work they may cause.
 *
 * A request counts once, and once more for every `COUNTED_LENGTH` characters of its body and
 * response. The time that the server is busy with it has a limit of its own: a share of the process.
 *
 * Counted in memory and per process; a restart resets the counts. The limit on signed requests is
 * applied before their signature is checked, because checking is what a flood would cost.
 */
import { type DoorRefused, refuseAtDoor } from "./door-refusal.ts";
import { RateWindow } from "./rate-window.ts";
import type { Limits } from "./settings.ts";

type CountName = "perAddress" | "signedPerAddress" | "perIdentity" | "talkPerIdentity";
type RateName = CountName | "busyMsPerAddress";

const COUNTED_LENGTH = 16_384;

const NAMES: Readonly<Record<RateName, string>> = {
  perAddress: "requests from one address",
  signedPerAddress: "signed requests from one address",
  perIdentity: "requests of one key",
  talkPerIdentity: "messages of one key",
  busyMsPerAddress: "time of this server for one address",
};

export class Rates {
  readonly #windows: Readonly<Record<RateName, RateWindow>>;

  constructor(limits: Pick<Limits, RateName>, nowMs: () => number = () => performance.now()) {
    this.#windows = {
      perAddress: new RateWindow(limits.perAddress, nowMs),
      signedPerAddress: new RateWindow(limits.signedPerAddress, nowMs),
      perIdentity: new RateWindow(limits.perIdentity, nowMs),
      talkPerIdentity: new RateWindow(limits.talkPerIdentity, nowMs),
      busyMsPerAddress: new RateWindow({ requests: limits.busyMsPerAddress, seconds: 60 }, nowMs),
    };
  }

  /** Counts one request; a refusal says when to try again. */
  count(name: CountName, key: string): DoorRefused | null {
    return this.#consume(name, key, 1);
  }

  /** Whether an address has used up its time, perhaps while this request waited for its turn. */
  spentTime(address: string): DoorRefused | null {
    return this.#consume("busyMsPerAddress", address, 0);
  }

  /** Charges a long body or response as several requests. */
  countLength(address: string, length: number): DoorRefused | null {
    const more = Math.floor(length / COUNTED_LENGTH);
    return more === 0 ? null : this.#consume("perAddress", address, more);
  }

  /** Charges time that the server was busy with a request, which may exceed what was left. */
  countTime(address: string, ms: number): void {
    this.#consume("busyMsPerAddress", address, ms);
  }

  #consume(name: RateName, key: string, points: number): DoorRefused | null {
    const waitMs = this.#windows[name].count(key, points);
    if (waitMs === 0) return null;
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
    return refuseAtDoor({ code: "rate_limited", limit: NAMES[name], retryAfterSeconds });
  }
}
