import { deliberate } from "../../court/procedure.ts";
import { accept } from "../../refusal.ts";
import type { ActRule } from "../act.ts";
import { whenOverdue } from "../overdue.ts";

/** The response window ended unanswered: the court goes on without the other side. */
export const inAbsentia: ActRule = {
  by: "server",
  from: ["awaiting_response"],
  apply: whenOverdue(({ state, nowMs }) => accept(deliberate(state, "deliberating", nowMs))),
};
