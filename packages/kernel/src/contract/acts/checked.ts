import { contradiction } from "../../check/evidence.ts";
import { meaningOf } from "../../court/answers.ts";
import { deliberate, referredTo, ruleFor, staleAnswer } from "../../court/procedure.ts";
import { invariant } from "../../invariant.ts";
import { accept, refuse } from "../../refusal.ts";
import type { ServerRule } from "../act.ts";
import { tooLate } from "../overdue.ts";
import { oneOf, questionNumber, reading, runEvidence } from "../reading.ts";

/**
 * The check was run again in a clean sandbox. The verdict is what the evidence shows, so that a reader of
 * the transcript finds a market that lies about it. Without a verdict the court is asked; where there is
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
      evidence: runEvidence,
    },
    ({ state, act, nowMs }, { verdict, question, evidence }) => {
      invariant(state.case !== null, `${state.phase} has no case`);
      const { bench } = state.case;
      if (bench !== "replay") {
        return refuse({ code: "wrong_phase", phase: state.phase, act: act.type });
      }
      const stale = staleAnswer(state, question);
      if (stale !== null) return stale;
      const contradicted = contradiction(state.terms.checks, verdict, evidence);
      if (contradicted !== null) return refuse(contradicted);
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
