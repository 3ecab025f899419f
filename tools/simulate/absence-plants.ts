/**
 * Planted bugs in what an outage does to a contract, as if the kernel were wrong: the auditor decides
 * with the same wrong rules, and only a comparison with a market that is always there finds them.
 */
import { type ContractState, decide } from "@bazaar/kernel";
import { SAME_PAYOUTS } from "./absences.ts";
import type { Plant } from "./plant.ts";

export const ABSENCE_PLANTS: readonly Plant[] = [
  extendingWrongly("an outage uses up the grace period", (before, after) => ({
    ...after,
    seat: after.seat && { ...after.seat, graceEndsMs: before.seat?.graceEndsMs ?? null },
  })),
  extendingWrongly("an outage counts as time looked", (before, after) => ({
    ...after,
    seat: after.seat && { ...after.seat, sinceMs: before.seat?.sinceMs ?? 0 },
  })),
];

function extendingWrongly(
  name: string,
  change: (before: ContractState, after: ContractState) => ContractState,
): Plant {
  return {
    name,
    breaks: SAME_PAYOUTS,
    rules: (state, act, ...rest) => {
      const decided = decide(state, act, ...rest);
      if (!decided.ok || state === null || act.type !== "extended") return decided;
      const { value } = decided;
      return { ok: true, value: { ...value, state: change(state, value.state) } };
    },
  };
}
