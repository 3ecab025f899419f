import { meaningOf } from "../../court/answers.ts";
import { deliberate, nextBench, ruleFor, staleAnswer } from "../../court/procedure.ts";
import { invariant } from "../../invariant.ts";
import { accept, refuse } from "../../refusal.ts";
import { tooLate } from "../overdue.ts";
import { reading } from "../reading.ts";

/** The check was run again in a clean sandbox. Without a verdict the lowest tier is asked. */
export const checked = reading({
  by: "server",
  from: ["deliberating", "halted"],
  read: (data) => ({
    verdict: data.oneOf("verdict", ["pass", "fail", "no_verdict"]),
    question: data.integer("question", { max: Number.MAX_SAFE_INTEGER }),
  }),
  apply({ state, act, nowMs }, { verdict, question }) {
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
    const next = nextBench(state.terms, bench);
    invariant(next !== null, "a tiered court has a first tier");
    const referred = { ...state, case: { ...state.case, bench: next } };
    return accept(
      deliberate(referred, state.phase === "halted" ? "halted" : "deliberating", nowMs),
    );
  },
});
