/**
 * How many contracts an agent has at once: in all, of one principal, and without money. One
 * principal, or many who pay nothing, must not keep it from working for others.
 */
import type { Party, Terms } from "@bazaar/kernel";
import { isFree } from "./filter.ts";
import { Semaphore } from "./semaphore.ts";

export interface PlaceLimits {
  readonly contracts: number;
  /** Of one principal. */
  readonly perPrincipal: number;
  /** Without money. */
  readonly free: number;
}

/** A place that is taken until it is disposed of. */
export interface Place extends Disposable {
  /**
   * Lets another contract have the place while this one only waits. The principal's own limit still
   * counts it, and so many at most are set aside that the market's limit of seats is not used up.
   */
  setAside(): void;
}

export function usualPlaces(contracts: number): PlaceLimits {
  const share = (part: number, least: number) => Math.max(least, Math.floor(contracts / part));
  return { contracts, perPrincipal: share(4, 2), free: share(2, 1) };
}

/** Of those without money, how many may be set aside. */
const ASIDE_SHARE = 2;

export class Places {
  readonly #limits: PlaceLimits;
  readonly #slots: Semaphore;
  readonly #ofPrincipal = new Map<Party, number>();
  #free = 0;
  #aside = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
    this.#slots = new Semaphore(limits.contracts);
  }

  get isFull(): boolean {
    return this.#slots.isFull;
  }

  isFullFor(principal: Party): boolean {
    return (this.#ofPrincipal.get(principal) ?? 0) >= this.#limits.perPrincipal;
  }

  isOpenTo(terms: Terms): boolean {
    if (this.isFullFor(terms.principal)) return false;
    return !isFree(terms) || this.#free < this.#limits.free;
  }

  /** Waits for a place; null if this contract may not have it. */
  async take(terms: Terms): Promise<Place | null> {
    await this.#slots.acquire();
    if (this.isOpenTo(terms)) return this.#placeFor(terms);
    this.#slots.release();
    return null;
  }

  /** Null if there is no place at once. */
  takeNow(terms: Terms): Place | null {
    return this.isFull || !this.isOpenTo(terms) ? null : this.takeAnyway(terms);
  }

  /** Exceeds the limits if it must. */
  takeAnyway(terms: Terms): Place {
    this.#slots.acquireAnyway();
    return this.#placeFor(terms);
  }

  #placeFor(terms: Terms): Place {
    const { principal } = terms;
    const free = isFree(terms) ? 1 : 0;
    this.#count(principal, 1);
    this.#free += free;
    let isAside = false;
    const leave = (): void => {
      this.#free -= free;
      this.#slots.release();
    };
    return {
      setAside: () => {
        if (isAside || this.#aside >= Math.ceil(this.#limits.free / ASIDE_SHARE)) return;
        isAside = true;
        this.#aside += 1;
        leave();
      },
      [Symbol.dispose]: () => {
        this.#count(principal, -1);
        if (isAside) this.#aside -= 1;
        else leave();
      },
    };
  }

  #count(principal: Party, change: number): void {
    const count = (this.#ofPrincipal.get(principal) ?? 0) + change;
    if (count > 0) this.#ofPrincipal.set(principal, count);
    else this.#ofPrincipal.delete(principal);
  }
}
