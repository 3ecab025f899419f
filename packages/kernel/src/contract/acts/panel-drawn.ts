import { enterStage } from "../../court/panel/procedure.ts";
import { panelOf } from "../../court/panel/proceedings.ts";
import { accept } from "../../refusal.ts";
import type { ServerRule } from "../act.ts";
import { whenOverdue } from "../overdue.ts";

/** Names the three who were drawn. The draw follows from the entries before, so this only states it. */
export const panelDrawn: ServerRule = {
  by: "server",
  from: ["deliberating"],
  fields: [],
  apply: whenOverdue(({ state, nowMs }) =>
    accept(enterStage(state, panelOf(state), "seating", nowMs)),
  ),
};
