import { finalize, isCurrentAsk } from "../../court/procedure.ts";
import { accept, refuse } from "../../refusal.ts";
import { notOverdue } from "../overdue.ts";
import { reading } from "../reading.ts";

/**
 * The last ruling stands: nobody appealed in time, or the higher court was silent, refused or
 * could not be understood.
 */
export const rulingFinal = reading({
  by: "server",
  from: ["ruled", "deliberating"],
  read: (data) => ({
    reason: data.oneOf("reason", ["no_appeal", "timeout", "refused", "unreadable"]),
    ask: data.optional("ask", (name) => data.integer(name, { max: Number.MAX_SAFE_INTEGER })),
  }),
  apply(input, { reason, ask }) {
    const { state, act } = input;
    if (state.rulings.length === 0) {
      return refuse({ code: "wrong_phase", phase: state.phase, act: act.type });
    }
    const isAnswer = (reason === "refused" || reason === "unreadable") && isCurrentAsk(state, ask);
    const early = isAnswer && state.phase === "deliberating" ? null : notOverdue(input);
    return early ?? accept(finalize(state));
  },
});
