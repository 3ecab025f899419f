import {
  CUSTODY,
  type CustodyKind,
  type RailName,
  type Refused,
  refuse,
  type ScheduleName,
  type Terms,
} from "@bazaar/kernel";
import type { HouseRole, Needs } from "./needs.ts";

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

/** Which of the market's own roles a schedule can pay, in any row. */
export const HOUSE_PAID: Readonly<Record<ScheduleName, readonly HouseRole[]>> = {
  "symmetric-bond": ["platform", "charity"],
  "court-fees": ["platform", "charity"],
  "pay-after-verify": ["platform"],
  stake: ["burn"],
};

/** Money that this market could not take or pay out is refused when the contract is posted. */
export function railProblem(
  needs: Pick<Needs, "rails" | "houseAccount">,
  { pots }: Terms,
): Refused | null {
  for (const { rail, schedule } of pots) {
    const isThere = needs.rails.some(({ name }) => name === rail);
    const because = isThere
      ? (UNABLE[CUSTODY[rail].kind] ?? accountProblem(needs, rail, schedule))
      : "this market does not have this rail";
    if (because === null) continue;
    return refuse({ code: "unsupported_terms", dial: "money", value: rail, because });
  }
  return null;
}

/** A payout to a role without an account would wait, and the contract would never be settled. */
function accountProblem(
  { houseAccount }: Pick<Needs, "houseAccount">,
  rail: RailName,
  schedule: ScheduleName,
): string | null {
  const missing = HOUSE_PAID[schedule].find((role) => !houseAccount(rail, role));
  return missing === undefined ? null : `this market has no ${missing} account on this rail`;
}
