import { meaningOf } from "../../court/answers.ts";
import { deliberate, isCurrentAsk, nextBench, ruleFor } from "../../court/procedure.ts";
import { invariant } from "../../invariant.ts";
import { accept, refuse } from "../../refusal.ts";
import { isOverdue } from "../clocks.ts";
import { reading } from "../reading.ts";

/** The check was run again in a clean place. Without a verdict the lowest tier hears the case. */
export const checked = reading({
  by: "server",
  from: ["deliberating", "halted"],
  read: (data) => ({
    verdict: data.oneOf("verdict", ["pass", "fail", "no_verdict"]),
    ask: data.integer("ask", { max: Number.MAX_SAFE_INTEGER }),
  }),
  apply({ state, act, nowMs }, { verdict, ask }) {
    invariant(state.case !== null, `${state.phase} has no case`);
    const { bench } = state.case;
    if (bench !== "replay" || !isCurrentAsk(state, ask)) {
      return refuse({ code: "wrong_phase", phase: state.phase, act: act.type });
    }
    const meaning = meaningOf(verdict, "first");
    if (meaning.is === "ruling") {
      if (isOverdue(state, nowMs)) {
        const deadlineMs = state.deadline?.atMs ?? nowMs;
        return refuse({ code: "deadline_passed", deadlineMs, receivedAtMs: nowMs });
      }
      return accept(ruleFor(state, meaning.outcome, nowMs));
    }
    const next = nextBench(state.terms, bench);
    invariant(next !== null, "a tiered court has a first tier");
    const referred = { ...state, case: { ...state.case, bench: next } };
    return accept(
      deliberate(referred, state.phase === "halted" ? "halted" : "deliberating", nowMs),
    );
  },
});
