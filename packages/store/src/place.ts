/** Checks that every store makes before it reads or writes. */
import { invariant } from "@bazaar/kernel";
import { type AsOf, MAX_PAGE } from "@bazaar/market/ports";

/** The place of a contract: the length of its chain, and how many of its legs are signed. */
export interface Place {
  readonly seq: number;
  readonly signedLegs: number;
}

/** The place of a contract that was never posted. */
export const NOT_POSTED: Place = { seq: 0, signedLegs: 0 };

export function isSamePlace(a: Place, b: Place): boolean {
  return a.seq === b.seq && a.signedLegs === b.signedLegs;
}

export function placeOf({ chain, signedLegs }: AsOf): Place {
  return { seq: chain.seq, signedLegs };
}

export function checkPage(limit: number): void {
  invariant(limit <= MAX_PAGE, `${limit} rows were asked for at once`);
}
