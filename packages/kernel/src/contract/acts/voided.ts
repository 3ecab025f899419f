import { isCurrentAsk } from "../../court/procedure.ts";
import { accept, refuse } from "../../refusal.ts";
import { end } from "../moves.ts";
import { notOverdue } from "../overdue.ts";
import { reading } from "../reading.ts";

/** The first instance was silent or refused: everybody gets everything back. */
export const voided = reading({
  by: "server",
  from: ["deliberating", "halted"],
  read: (data) => ({
    reason: data.oneOf("reason", ["timeout", "refused"]),
    ask: data.optional("ask", (name) => data.integer(name, { max: Number.MAX_SAFE_INTEGER })),
  }),
  apply(input, { reason, ask }) {
    const { state, act } = input;
    // The re-run of the check cannot void: without its verdict the lowest tier hears the case.
    if (state.rulings.length > 0 || state.case?.bench === "replay") {
      return refuse({ code: "wrong_phase", phase: state.phase, act: act.type });
    }
    const early = reason === "refused" && isCurrentAsk(state, ask) ? null : notOverdue(input);
    return early ?? accept(end(state, "voided", "voided"));
  },
});
