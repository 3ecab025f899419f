import { meaningOf } from "../../court/answers.ts";
import { deliberate, referredTo, ruleFor, staleAnswer } from "../../court/procedure.ts";
import { invariant } from "../../invariant.ts";
import { accept, refuse } from "../../refusal.ts";
import type { ServerRule } from "../act.ts";
import { tooLate } from "../overdue.ts";
import { oneOf, questionNumber, reading } from "../reading.ts";

/**
 * The check was run again in a clean sandbox. Without a verdict the court is asked; where there is
 * none, the price is split.
 */
export const checked: ServerRule = {
  by: "server",
  from: ["deliberating", "halted"],
  isLong: true,
  ...reading(
    {
      verdict: oneOf(["pass", "fail", "no_verdict"]),
      question: questionNumber,
    },
    ({ state, act, nowMs }, { verdict, question }) => {
      invariant(state.case !== null, `${state.phase} has no case`);
      const { bench } = state.case;
      if (bench !== "replay") {
        return refuse({ code: "wrong_phase", phase: state.phase, act: act.type });
      }
      const stale = staleAnswer(state, question);
      if (stale !== null) return stale;
      const meaning = meaningOf(verdict, "first");
      if (meaning.is === "ruling") {
        return tooLate(state, nowMs) ?? accept(ruleFor(state, meaning.outcome, nowMs));
      }
      const next = referredTo(state);
      if (next === null) return accept(ruleFor(state, "split", nowMs));
      const referred = { ...state, case: { ...state.case, bench: next } };
      return accept(
        deliberate(referred, state.phase === "halted" ? "halted" : "deliberating", nowMs),
      );
    },
  ),
};
