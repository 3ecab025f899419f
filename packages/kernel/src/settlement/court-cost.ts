import { type Ruling, TIERS } from "../court/ruling.ts";
import { invariant } from "../invariant.ts";

/** W: the fees of all tiers that ruled. Every other bench costs nothing. */
export function courtCost(tierFees: readonly bigint[], rulings: readonly Ruling[]): bigint {
  return rulings.reduce((cost, { bench }) => {
    const tier = (TIERS as readonly string[]).indexOf(bench);
    if (tier === -1) return cost;
    const fee = tierFees[tier];
    invariant(fee !== undefined, `${bench} ruled, but the pot names no fee for it`);
    return cost + fee;
  }, 0n);
}

/** What a side must be able to pay if it loses in every tier. */
export function sumOfFees(tierFees: readonly bigint[]): bigint {
  return tierFees.reduce((sum, fee) => sum + fee, 0n);
}
