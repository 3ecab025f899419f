import { accept } from "../../refusal.ts";
import { reading, readReason } from "../reading.ts";
import { leaveFreely, leaveWork } from "../seats.ts";

/** The agent leaves: free before acceptance and within grace, with a fee after. */
export const backOut = reading({
  by: "agent",
  from: ["investigating", "in_progress"],
  barredByFix: ["verifying", "review"],
  read: readReason,
  apply({ state, nowMs }) {
    if (state.phase === "investigating") return accept(leaveFreely(state, nowMs));
    return accept(leaveWork(state, nowMs, nowMs));
  },
});
