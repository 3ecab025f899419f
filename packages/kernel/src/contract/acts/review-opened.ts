import type { ActRule } from "../act.ts";
import { decided, enter } from "../moves.ts";
import { whenOverdue } from "../overdue.ts";

/** The principal did not verify in time; from here its silence lets the fix count as done. */
export const reviewOpened: ActRule = {
  by: "server",
  from: ["verifying"],
  apply: whenOverdue(({ state, nowMs }) => decided(enter(state, "review", nowMs))),
};
