import { isCurrentAsk, ruleFor } from "../../court/procedure.ts";
import { TIER_RULINGS, TIERS } from "../../court/ruling.ts";
import { invariant } from "../../invariant.ts";
import { accept, refuse } from "../../refusal.ts";
import { isOverdue } from "../clocks.ts";
import { reading } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";

/** The court's answer, in time. A late one is refused: the silence has already been decided. */
export const ruling = reading({
  by: "server",
  from: ["deliberating", "halted"],
  read: (data) => ({
    outcome: data.oneOf("outcome", TIER_RULINGS),
    court: data.oneOf("court", TIERS),
    ask: data.integer("ask", { max: Number.MAX_SAFE_INTEGER }),
    reasoning: data.string("reasoning", { max: TEXT_LIMITS.ruling }),
  }),
  apply({ state, act, nowMs }, { outcome, court, ask }) {
    invariant(state.case !== null, `${state.phase} has no case`);
    if (state.case.bench !== court || !isCurrentAsk(state, ask)) {
      return refuse({ code: "wrong_phase", phase: state.phase, act: act.type });
    }
    if (isOverdue(state, nowMs)) {
      const deadlineMs = state.deadline?.atMs ?? nowMs;
      return refuse({ code: "deadline_passed", deadlineMs, receivedAtMs: nowMs });
    }
    return accept(ruleFor(state, outcome, nowMs));
  },
});
