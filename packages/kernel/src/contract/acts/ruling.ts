import { ruleFor, staleAnswer } from "../../court/procedure.ts";
import { TIER_RULINGS, TIERS } from "../../court/ruling.ts";
import { invariant } from "../../invariant.ts";
import { accept, refuse } from "../../refusal.ts";
import { tooLate } from "../overdue.ts";
import { reading } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";

/** The judge's ruling. After the deadline it is refused. */
export const ruling = reading({
  by: "judge",
  from: ["deliberating", "halted"],
  read: (data) => ({
    outcome: data.oneOf("outcome", TIER_RULINGS),
    court: data.oneOf("court", TIERS),
    question: data.integer("question", { max: Number.MAX_SAFE_INTEGER }),
    reasoning: data.string("reasoning", { max: TEXT_LIMITS.ruling }),
  }),
  apply({ state, act, nowMs }, { outcome, court, question }) {
    invariant(state.case !== null, `${state.phase} has no case`);
    if (state.case.bench !== court) {
      return refuse({ code: "wrong_phase", phase: state.phase, act: act.type });
    }
    const refused = staleAnswer(state, question) ?? tooLate(state, nowMs);
    return refused ?? accept(ruleFor(state, outcome, nowMs));
  },
});
