import { finalize, staleAnswer } from "../../court/procedure.ts";
import { accept, refuse } from "../../refusal.ts";
import { notOverdue } from "../overdue.ts";
import { reading } from "../reading.ts";

/**
 * The last ruling stands: nobody appealed in time, or the higher court did not answer, refused
 * or was unreadable.
 */
export const rulingFinal = reading({
  by: "server",
  from: ["ruled", "deliberating"],
  read: (data) => ({
    reason: data.oneOf("reason", ["no_appeal", "timeout", "refused", "unreadable"]),
    question: data.optional("question", (name) =>
      data.integer(name, { max: Number.MAX_SAFE_INTEGER }),
    ),
  }),
  apply(input, { reason, question }) {
    const { state, act } = input;
    if (state.rulings.length === 0) {
      return refuse({ code: "wrong_phase", phase: state.phase, act: act.type });
    }
    const isAnswer = reason === "refused" || reason === "unreadable";
    // In `ruled` no court has been asked, so none can refuse.
    const isAsked = state.phase === "deliberating";
    const barred = isAnswer && isAsked ? staleAnswer(state, question) : notOverdue(input);
    return barred ?? accept(finalize(state));
  },
});
