import { accept } from "../../refusal.ts";
import type { Decision, PartyRule } from "../act.ts";
import { contest } from "../contest.ts";
import { end, followedBy, vacate } from "../moves.ts";
import { leavingReason, reading } from "../reading.ts";
import { isFixRejected, isInGrace } from "../seats.ts";
import type { ContractState } from "../state.ts";

/**
 * The principal cancels: free before acceptance and within grace, with a fee after. After it has
 * rejected a fix, the agent may dispute that first.
 */
export const cancel: PartyRule = {
  by: "principal",
  from: ["unfunded", "open", "reserved", "investigating", "in_progress"],
  barredByFix: ["verifying", "review"],
  ...reading({ reason: leavingReason }, ({ state, nowMs }) => accept(callOff(state, nowMs))),
};

export function callOff(state: ContractState, nowMs: number): Decision {
  switch (state.phase) {
    case "reserved":
      return followedBy(vacate(state, "seat_returned"), (left) =>
        end(left, "canceled", "unclaimed"),
      );
    case "investigating":
      return end(state, "canceled", "withdrawn");
    case "in_progress":
      if (isFixRejected(state)) return contest(state, "canceled", nowMs);
      return end(
        state,
        "canceled",
        isInGrace(state, nowMs) ? "principal_left_in_grace" : "principal_left_late",
      );
    default:
      return end(state, "canceled", "unclaimed");
  }
}
