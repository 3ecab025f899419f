import { type Refused, refuse, type Terms } from "@bazaar/kernel";

/**
 * Several contracts on one job need a market that keeps their results apart until all are in, and then
 * closes them together. This is where it comes in.
 */
export function groupProblem({ group }: Terms): Refused | null {
  if (group === null) return null;
  const because = "this market cannot close contracts as a group yet";
  return refuse({ code: "unsupported_terms", dial: "rules", value: group.kind, because });
}
