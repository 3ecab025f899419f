import { accept } from "../../refusal.ts";
import type { PartyRule } from "../act.ts";
import { leavingReason, reading } from "../reading.ts";
import { leaveFreely, leaveWork } from "../seats.ts";

/** The agent leaves: free before acceptance and within grace, with a fee after. */
export const backOut: PartyRule = {
  by: "agent",
  from: ["investigating", "in_progress"],
  seat: "leaves",
  barredByFix: ["verifying", "review"],
  ...reading({ reason: leavingReason }, ({ state, nowMs }) => {
    if (state.phase === "investigating") return accept(leaveFreely(state, nowMs));
    return accept(leaveWork(state, nowMs, nowMs));
  }),
};
