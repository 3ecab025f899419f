import { deliberate } from "../../court/procedure.ts";
import { accept } from "../../refusal.ts";
import type { ActRule } from "../act.ts";
import { whenOverdue } from "../overdue.ts";

/** No response in time: the court is asked without it. */
export const inAbsentia: ActRule = {
  by: "server",
  from: ["awaiting_response"],
  apply: whenOverdue(({ state, nowMs }) => accept(deliberate(state, "deliberating", nowMs))),
};
