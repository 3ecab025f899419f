import type { Leg, Party } from "@bazaar/kernel";
import type { Write } from "@bazaar/market/ports";

/** The parties with a signed payout, including those that these legs pay. */
export function withPayees(payees: readonly Party[], legs: readonly Leg[]): readonly Party[] {
  const paid = legs.flatMap(({ to }) => to.party ?? []);
  return [...new Set([...payees, ...paid])];
}

/** The legs that are paid together with their act. */
export function paidAtOnce({ legs, step }: Pick<Write, "legs" | "step">): readonly Leg[] {
  if (step === null || step.payouts.length === 0) return [];
  const keys = new Set(step.payouts.map(({ key }) => key));
  return legs.filter(({ key }) => keys.has(key));
}
