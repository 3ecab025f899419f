import type { ServerRule } from "../act.ts";
import { decided, enter } from "../moves.ts";
import { whenOverdue } from "../overdue.ts";

/** The principal did not verify in time; its review window starts. */
export const reviewOpened: ServerRule = {
  by: "server",
  from: ["verifying"],
  fields: [],
  apply: whenOverdue(({ state, nowMs }) => decided(enter(state, "review", nowMs))),
};
