import { accept } from "../../refusal.ts";
import type { ServerRule } from "../act.ts";
import { whenOverdue } from "../overdue.ts";
import { leaveFreely, leaveWork } from "../seats.ts";

/** The agent did not act in time: as if it had left at the deadline. */
export const abandoned: ServerRule = {
  by: "server",
  from: ["reserved", "investigating", "in_progress"],
  seat: "leaves",
  fields: [],
  apply: whenOverdue(({ state, nowMs }) => {
    if (state.phase !== "in_progress") return accept(leaveFreely(state, nowMs));
    const leftMs = state.deadline?.atMs ?? nowMs;
    return accept(leaveWork(state, leftMs, nowMs));
  }),
};
