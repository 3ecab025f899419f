import { CUSTODY, type CustodyKind, type Refused, refuse, type Terms } from "@bazaar/kernel";
import type { Needs } from "./needs.ts";

/**
 * Why this market cannot do its part for money that is kept in this way; null if it can. A new kind
 * of custody comes in here: what the market does for it, and then its line becomes null.
 */
const UNABLE: Readonly<Record<CustodyKind, string | null>> = {
  held: null,
  chain: "this market cannot follow a contract on a chain yet",
  locked: "this market cannot lock a payment yet",
  promised: "this market cannot check a payment that the principal makes itself yet",
};

/** Money that this market could not take or pay out is refused when the contract is posted. */
export function railProblem({ rails }: Pick<Needs, "rails">, { pots }: Terms): Refused | null {
  for (const { rail } of pots) {
    const isThere = rails.some(({ name }) => name === rail);
    const because = isThere ? UNABLE[CUSTODY[rail].kind] : "this market does not have this rail";
    if (because === null) continue;
    return refuse({ code: "unsupported_terms", dial: "money", value: rail, because });
  }
  return null;
}
