import { isDrawn } from "../../court/courts.ts";
import { commitmentProblem } from "../../court/panel/commitment.ts";
import { deliberate, mayAppeal, nextBench } from "../../court/procedure.ts";
import { invariant } from "../../invariant.ts";
import { accept, refuse } from "../../refusal.ts";
import type { PartyRule } from "../act.ts";
import { decided, enter } from "../moves.ts";
import { committedNonce, reading, runEvidence, text } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";
import { sideOf } from "../sides.ts";

/** The side that lost a ruling asks the next bench. */
export const appeal: PartyRule = {
  by: "either",
  from: ["ruled"],
  isLong: true,
  ...reading(
    {
      argument: text({ max: TEXT_LIMITS.argument }),
      evidence: runEvidence,
      commitment: committedNonce,
    },
    ({ state, act, nowMs }, { commitment }) => {
      const ruling = state.rulings.at(-1);
      invariant(ruling !== undefined && state.case !== null, "ruled without a ruling");
      const side = sideOf(state, act.by);
      if (!mayAppeal(ruling, side)) {
        return refuse({ code: "not_yours_to_appeal", against: ruling.against });
      }
      const bench = nextBench(state.terms, ruling.bench);
      invariant(bench !== null, `${ruling.bench} is the last bench, but its ruling was not final`);
      const isNextDrawn = isDrawn(state.terms.court, bench);
      const problem = commitmentProblem(act, isNextDrawn, commitment);
      if (problem !== null) return problem;
      const appealed = {
        ...state.case,
        commitment,
        leader: side,
        bench,
        isAnswered: false,
        question: null,
        frozen: null,
      };
      const brought = { ...state, case: appealed };
      if (isNextDrawn) return accept(deliberate(brought, "deliberating", nowMs));
      return decided(enter(brought, "awaiting_response", nowMs));
    },
  ),
};
