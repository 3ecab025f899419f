import type { Decision } from "./act.ts";
import { end, enter } from "./moves.ts";
import type { ContractState } from "./state.ts";

/** The principal's final rejection: with a court the agent may dispute it, without one it is final. */
export function contest(
  state: ContractState,
  contested: NonNullable<ContractState["contested"]>,
  nowMs: number,
): Decision {
  if (state.terms.court.kind === "none") return end(state, "canceled", "canceled");
  const next = enter({ ...state, contested }, "contest", nowMs);
  return { state: next, tasks: [], holds: [], legs: [] };
}
