import { deliberate } from "../../court/procedure.ts";
import { invariant } from "../../invariant.ts";
import { accept, refuse } from "../../refusal.ts";
import type { PartyRule } from "../act.ts";
import { decided } from "../moves.ts";
import { reading, runEvidence, text } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";
import { sideOf } from "../sides.ts";

/** The other side's one argument. It ends the response window; in a halt the court already deliberates. */
export const disputeResponse: PartyRule = {
  by: "either",
  from: ["awaiting_response", "halted"],
  isLong: true,
  ...reading(
    {
      argument: text({ max: TEXT_LIMITS.argument }),
      evidence: runEvidence,
    },
    ({ state, act, nowMs }) => {
      invariant(state.case !== null, `${state.phase} has no case`);
      const side = sideOf(state, act.by);
      if (side === state.case.leader) return refuse({ code: "not_yours_to_answer", side });
      if (state.case.isAnswered) return refuse({ code: "already_answered", side });
      const answered = { ...state, case: { ...state.case, isAnswered: true } };
      if (state.phase === "halted") return decided(answered);
      return accept(deliberate(answered, "deliberating", nowMs));
    },
  ),
};
