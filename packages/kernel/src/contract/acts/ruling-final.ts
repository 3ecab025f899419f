import { concludeVotes, concludeWithoutPanel } from "../../court/panel/procedure.ts";
import { panelOf } from "../../court/panel/proceedings.ts";
import { finalize, staleAnswer } from "../../court/procedure.ts";
import { accept, refuse } from "../../refusal.ts";
import type { Decision, ServerRule } from "../act.ts";
import { notOverdue } from "../overdue.ts";
import { oneOf, optional, questionNumber, reading } from "../reading.ts";
import type { ContractState } from "../state.ts";

/**
 * The last ruling stands: nobody appealed in time, or the higher court did not answer, refused
 * or was unreadable. A panel's time is over: the votes that there are decide, or that the other side
 * did not answer.
 */
export const rulingFinal: ServerRule = {
  by: "server",
  from: ["ruled", "deliberating"],
  ...reading(
    {
      reason: oneOf(["no_appeal", "timeout", "refused", "unreadable", "votes_over", "unanswered"]),
      question: optional(questionNumber),
    },
    (input, { reason, question }) => {
      const { state, act, nowMs } = input;
      const stage = state.phase === "deliberating" ? state.case?.panel?.stage : undefined;
      if (stage !== undefined) return notOverdue(input) ?? accept(concludePanel(state, nowMs));
      if (state.rulings.length === 0) {
        return refuse({ code: "wrong_phase", phase: state.phase, act: act.type });
      }
      const isAnswer = reason === "refused" || reason === "unreadable";
      // In `ruled` no court has been asked, so none can refuse.
      const isAsked = state.phase === "deliberating";
      const barred = isAnswer && isAsked ? staleAnswer(state, question) : notOverdue(input);
      return barred ?? accept(finalize(state));
    },
  ),
};

function concludePanel(state: ContractState, nowMs: number): Decision {
  switch (panelOf(state).stage) {
    case "calling":
      return finalize(state);
    case "fallback":
      return concludeWithoutPanel(state, nowMs);
    default:
      return concludeVotes(state, nowMs);
  }
}
