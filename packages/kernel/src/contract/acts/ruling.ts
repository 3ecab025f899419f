import { ruleFor, staleAnswer } from "../../court/procedure.ts";
import { TIER_RULINGS, TIERS } from "../../court/ruling.ts";
import { tierRulings } from "../../court/tiered/tiered.ts";
import { invariant } from "../../invariant.ts";
import { accept, refuse } from "../../refusal.ts";
import type { JudgeRule } from "../act.ts";
import { tooLate } from "../overdue.ts";
import { oneOf, optional, questionNumber, reading, text } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";

/** The judge's ruling. After the deadline it is refused. */
export const ruling: JudgeRule = {
  by: "judge",
  from: ["deliberating", "halted"],
  isLong: true,
  ...reading(
    {
      outcome: oneOf([...TIER_RULINGS, "split"]),
      court: oneOf(TIERS),
      question: questionNumber,
      reasoning: text({ max: TEXT_LIMITS.ruling }),
      unreadable: optional((data, name) => data.boolean(name)),
    },
    ({ state, act, nowMs }, { outcome, court, question, unreadable }) => {
      invariant(state.case !== null, `${state.phase} has no case`);
      if (state.case.bench !== court) {
        return refuse({ code: "wrong_phase", phase: state.phase, act: act.type });
      }
      if (!tierRulings(state.terms).includes(outcome)) {
        const problem = "a tier splits only a price that is paid after verification";
        return refuse({ code: "malformed_act", act: act.type, field: "data.outcome", problem });
      }
      const refused = staleAnswer(state, question) ?? tooLate(state, nowMs);
      return refused ?? accept(ruleFor(state, outcome, nowMs, unreadable === true));
    },
  ),
};
