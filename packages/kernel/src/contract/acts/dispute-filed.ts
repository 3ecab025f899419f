import { firstBench } from "../../court/procedure.ts";
import { refuse } from "../../refusal.ts";
import type { Side } from "../../settlement/outcome.ts";
import { decided, enter } from "../moves.ts";
import { readEvidence, reading } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";
import { sideOf } from "../sides.ts";
import type { Phase } from "../state.ts";

/** Phases in which only one side may dispute. */
const ONLY: Readonly<Partial<Record<Phase, Side>>> = { review: "principal", contest: "agent" };

/** One side opens a case; the other has a window to respond. */
export const disputeFiled = reading({
  by: "either",
  from: ["in_progress", "verifying", "review", "contest"],
  read: (data) => ({
    argument: data.string("argument", { max: TEXT_LIMITS.argument }),
    evidence: readEvidence(data),
  }),
  apply({ state, act, nowMs }) {
    const { phase } = state;
    const bench = firstBench(state);
    if (bench === null) return refuse({ code: "no_court", act: act.type });
    const side = sideOf(state, act.by);
    const only = ONLY[phase];
    if (only !== undefined && only !== side) {
      return refuse({ code: "not_yours_to_dispute", phase, side });
    }
    const opened = {
      filer: side,
      leader: side,
      bench,
      isAnswered: false,
      question: null,
      frozen: null,
    };
    return decided(enter({ ...state, case: opened }, "awaiting_response", nowMs));
  },
});
