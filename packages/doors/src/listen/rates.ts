/**
 * How many requests one address and one key may send, and how much work they may cause.
 *
 * A request counts once, and once more for every `COUNTED_LENGTH` characters of its body and
 * response. The time that the server is busy with it has a limit of its own: a share of the process.
 *
 * Requests from this process have no address: of these limits only those of a key hold for them.
 *
 * Counted in memory and per process; a restart resets the counts. The limit on signed requests is
 * applied before their signature is checked, because checking is what a flood would cost.
 */
import { SITE_SHARE, siteOf } from "./address.ts";
import { type ListenRefused, refuseToServe } from "./listen-refusal.ts";
import { RateWindow } from "./rate-window.ts";
import type { Limits, Rate } from "./settings.ts";

type AddressRateName = "perAddress" | "signedPerAddress" | "busyMsPerAddress";
type RateName = AddressRateName | "perIdentity" | "talkPerIdentity";

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
  /** For all networks of an IPv6 site together. */
  readonly #siteWindows: Readonly<Record<AddressRateName, RateWindow>>;

  constructor(limits: Pick<Limits, RateName>, nowMs: () => number = () => performance.now()) {
    const { perAddress, signedPerAddress, perIdentity, talkPerIdentity } = limits;
    const busy = { requests: limits.busyMsPerAddress, seconds: 60 };
    const windowOf = (rate: Rate): RateWindow => new RateWindow(rate, nowMs);
    const siteWindowOf = ({ requests, seconds }: Rate): RateWindow =>
      windowOf({ requests: requests * SITE_SHARE, seconds });
    this.#windows = {
      perAddress: windowOf(perAddress),
      signedPerAddress: windowOf(signedPerAddress),
      perIdentity: windowOf(perIdentity),
      talkPerIdentity: windowOf(talkPerIdentity),
      busyMsPerAddress: windowOf(busy),
    };
    this.#siteWindows = {
      perAddress: siteWindowOf(perAddress),
      signedPerAddress: siteWindowOf(signedPerAddress),
      busyMsPerAddress: siteWindowOf(busy),
    };
  }

  /** Counts one request of an address; a refusal says when to try again. */
  count(name: "perAddress" | "signedPerAddress", address: string | null): ListenRefused | null {
    return this.#consume(name, address, 1);
  }

  /** Counts one request of a key. */
  countParty(name: "perIdentity" | "talkPerIdentity", party: string): ListenRefused | null {
    return refusalAfter(name, this.#windows[name].count(party, 1));
  }

  /** Whether an address has used up its time, perhaps while this request waited for its turn. */
  spentTime(address: string | null): ListenRefused | null {
    return this.#consume("busyMsPerAddress", address, 0);
  }

  /** Charges a long body or response as several requests. */
  countLength(address: string | null, length: number): ListenRefused | null {
    const more = Math.floor(length / COUNTED_LENGTH);
    return more === 0 ? null : this.#consume("perAddress", address, more);
  }

  /** Charges time that the server was busy with a request, which may exceed what was left. */
  countTime(address: string | null, ms: number): void {
    this.#consume("busyMsPerAddress", address, ms);
  }

  /** The time that an address, or its whole site, has used lately. */
  timeOf(address: string | null): number {
    if (address === null) return 0;
    const site = siteOf(address);
    return site === null
      ? this.#windows.busyMsPerAddress.used(address)
      : this.#siteWindows.busyMsPerAddress.used(site);
  }

  #consume(name: AddressRateName, address: string | null, points: number): ListenRefused | null {
    if (address === null) return null;
    const ownMs = this.#windows[name].count(address, points);
    const site = siteOf(address);
    // What is refused to one network is not taken from the others of its site.
    const isOwn = ownMs > 0 || site === null;
    return refusalAfter(name, isOwn ? ownMs : this.#siteWindows[name].count(site, points));
  }
}

function refusalAfter(name: RateName, waitMs: number): ListenRefused | null {
  if (waitMs === 0) return null;
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return refuseToServe({ code: "rate_limited", limit: NAMES[name], retryAfterSeconds });
}
