/**
 * How much of something that stays open, such as connections, one address may have, and all
 * together. Requests from this process have no address and count in the sum alone.
 */
import { SITE_SHARE, siteOf } from "./address.ts";

export interface QuotaLimits {
  readonly all: number;
  readonly perAddress: number;
}

export type Place =
  | { readonly ok: true; readonly release: () => void }
  | { readonly ok: false; readonly full: "address" | "all" };

export class Quota {
  readonly #limits: QuotaLimits;
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(limits: QuotaLimits) {
    this.#limits = limits;
  }

  /** What is taken now, by everybody. */
  get all(): number {
    return this.#all;
  }

  /** Takes a place; calling `release` frees it, once. */
  take(address: string | null, amount = 1): Place {
    const { all, perAddress } = this.#limits;
    if (this.#all + amount > all) return { ok: false, full: "all" };
    const site = siteOf(address);
    if (!this.#fits(address, amount, perAddress)) return { ok: false, full: "address" };
    if (!this.#fits(site, amount, perAddress * SITE_SHARE)) return { ok: false, full: "address" };
    const add = (more: number): void => {
      this.#all += more;
      this.#add(address, more);
      this.#add(site, more);
    };
    add(amount);
    let isFree = false;
    const release = (): void => {
      if (!isFree) add(-amount);
      isFree = true;
    };
    return { ok: true, release };
  }

  #fits(key: string | null, amount: number, limit: number): boolean {
    return key === null || (this.#taken.get(key) ?? 0) + amount <= limit;
  }

  #add(key: string | null, more: number): void {
    if (key === null) return;
    const taken = (this.#taken.get(key) ?? 0) + more;
    if (taken === 0) this.#taken.delete(key);
    else this.#taken.set(key, taken);
  }
}
