import type { Phase } from "@bazaar/kernel";
import type { Census } from "@bazaar/market/ports";
import { type Status, statusOf } from "./status.ts";

/** The number of contracts in each status that any contract has. */
export function byStatus(census: Census): ReadonlyMap<Status, number> {
  const counts = new Map<Status, number>();
  for (const [phase, count] of census) {
    const status = statusOf(phase);
    counts.set(status, (counts.get(status) ?? 0) + count);
  }
  return counts;
}

/** The number of contracts in some or all phases. */
export function countIn(census: Census, phases: Iterable<Phase> = census.keys()): number {
  let sum = 0;
  for (const phase of phases) sum += census.get(phase) ?? 0;
  return sum;
}
