import { firstBench } from "../court/procedure.ts";
import type { Decision } from "./act.ts";
import { end, enter } from "./moves.ts";
import type { ContractState } from "./state.ts";

/** The principal's final rejection: the agent may dispute it where somebody would hear that. */
export function contest(
  state: ContractState,
  contested: NonNullable<ContractState["contested"]>,
  nowMs: number,
): Decision {
  if (firstBench(state) === null) return end(state, "canceled", "canceled");
  const next = enter({ ...state, contested }, "contest", nowMs);
  return { state: next, tasks: [], holds: [], legs: [] };
}
