import { accept } from "../../refusal.ts";
import type { ActRule } from "../act.ts";
import { isInGrace, leaveFreely, leaveWork } from "../seats.ts";

/** The agent leaves: free while looking and within grace, at a price after. */
export const backOut: ActRule = {
  by: "agent",
  from: ["investigating", "in_progress"],
  barredByFix: ["verifying", "review"],
  apply({ state, nowMs }) {
    if (state.phase === "investigating") return accept(leaveFreely(state, nowMs));
    return accept(leaveWork(state, isInGrace(state, nowMs), nowMs));
  },
};
