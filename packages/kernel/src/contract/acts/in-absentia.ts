import { enterStage } from "../../court/panel/procedure.ts";
import { panelOf } from "../../court/panel/proceedings.ts";
import { deliberate, openCase } from "../../court/procedure.ts";
import { accept } from "../../refusal.ts";
import type { ServerRule } from "../act.ts";
import { whenOverdue } from "../overdue.ts";

/**
 * A side did not say in time what it had to say, and the case goes on without it. A principal that
 * is silent on a fix has a case too, where the check can be run again: the run decides. A panel votes
 * on the evidence that it has, and counts the votes that were sealed.
 */
export const inAbsentia: ServerRule = {
  by: "server",
  from: ["review", "awaiting_response", "deliberating"],
  fields: [],
  apply: whenOverdue(({ state, nowMs }) => {
    if (state.phase === "deliberating") {
      const panel = panelOf(state);
      const next = panel.stage === "evidence" ? "voting" : "opening";
      return accept(enterStage(state, panel, next, nowMs));
    }
    const heard = state.phase === "review" ? openCase(state, "principal", "replay", nowMs) : state;
    return accept(deliberate(heard, "deliberating", nowMs));
  }),
};
