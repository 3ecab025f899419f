/** For which bounties a court is good enough. */
import { sumOfFees } from "./court-cost.ts";
import type { SymmetricBondPot } from "./pot.ts";
import { BPS } from "./schedule.ts";

/**
 * The largest bounty of a symmetric bond at which lying does not pay, before a court that is right
 * this often. A liar that appeals to the last tier pays the fees of all tiers if the last ruling is
 * right; if it is wrong, it gains the bounty less the platform's fee. Null if the court never errs.
 */
export function fitBounty(
  { tierFees, platformFeeBps }: Pick<SymmetricBondPot, "tierFees" | "platformFeeBps">,
  accuracyBps: bigint,
): bigint | null {
  const errorBps = BPS - accuracyBps;
  if (errorBps <= 0n || platformFeeBps >= BPS) return null;
  // Rounded down: at the bounty that is given, lying does not pay.
  return (accuracyBps * sumOfFees(tierFees) * BPS) / (errorBps * (BPS - platformFeeBps));
}
