import { staleAnswer } from "../../court/procedure.ts";
import { accept, refuse } from "../../refusal.ts";
import { end } from "../moves.ts";
import { notOverdue } from "../overdue.ts";
import { reading } from "../reading.ts";

/** The first tier did not answer or refused: all deposits go back. */
export const voided = reading({
  by: "server",
  from: ["deliberating", "halted"],
  read: (data) => ({
    reason: data.oneOf("reason", ["timeout", "refused"]),
    question: data.optional("question", (name) =>
      data.integer(name, { max: Number.MAX_SAFE_INTEGER }),
    ),
  }),
  apply(input, { reason, question }) {
    const { state, act } = input;
    // A replay without a verdict does not void: the lowest tier is asked.
    if (state.rulings.length > 0 || state.case?.bench === "replay") {
      return refuse({ code: "wrong_phase", phase: state.phase, act: act.type });
    }
    const barred = reason === "refused" ? staleAnswer(state, question) : notOverdue(input);
    return barred ?? accept(end(state, "voided", "voided"));
  },
});
