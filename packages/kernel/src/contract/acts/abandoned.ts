import { accept } from "../../refusal.ts";
import type { ActRule } from "../act.ts";
import { whenOverdue } from "../overdue.ts";
import { leaveFreely, leaveWork } from "../seats.ts";

/** The agent did not act in time: free before acceptance, a late leave after it. */
export const abandoned: ActRule = {
  by: "server",
  from: ["reserved", "investigating", "in_progress"],
  apply: whenOverdue(({ state, nowMs }) => {
    const isWork = state.phase === "in_progress";
    return accept(isWork ? leaveWork(state, false, nowMs) : leaveFreely(state, nowMs));
  }),
};
