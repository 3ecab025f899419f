import type { ActRule } from "../act.ts";
import { decided, enter } from "../moves.ts";
import { whenOverdue } from "../overdue.ts";

/** The principal did not verify in time; its review window starts. */
export const reviewOpened: ActRule = {
  by: "server",
  from: ["verifying"],
  apply: whenOverdue(({ state, nowMs }) => decided(enter(state, "review", nowMs))),
};
