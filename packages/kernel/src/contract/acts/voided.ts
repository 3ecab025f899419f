import { isDrawn } from "../../court/courts.ts";
import { staleAnswer } from "../../court/procedure.ts";
import { accept, refuse } from "../../refusal.ts";
import type { ServerRule } from "../act.ts";
import { end } from "../moves.ts";
import { notOverdue } from "../overdue.ts";
import { oneOf, optional, questionNumber, reading } from "../reading.ts";

/** The first tier did not answer or refused: deposits go back, less a fee that is due. */
export const voided: ServerRule = {
  by: "server",
  from: ["deliberating", "halted"],
  ...reading(
    {
      reason: oneOf(["timeout", "refused"]),
      question: optional(questionNumber),
    },
    (input, { reason, question }) => {
      const { state, act } = input;
      // A replay without a verdict does not void: the lowest tier is asked.
      if (state.rulings.length > 0 || state.case?.bench === "replay") {
        return refuse({ code: "wrong_phase", phase: state.phase, act: act.type });
      }
      // A market that cannot call a panel says so with an empty pool; it does not refuse the case.
      const isRefusal =
        reason === "refused" && !isDrawn(state.terms.court, state.case?.bench ?? null);
      const barred = isRefusal ? staleAnswer(state, question) : notOverdue(input);
      return barred ?? accept(end(state, "voided", "voided"));
    },
  ),
};
