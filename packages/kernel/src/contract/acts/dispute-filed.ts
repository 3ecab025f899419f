import { courtOf, isDrawn } from "../../court/courts.ts";
import { commitmentProblem } from "../../court/panel/commitment.ts";
import { deliberate, firstBench, openCase } from "../../court/procedure.ts";
import { accept, refuse } from "../../refusal.ts";
import type { Side } from "../../settlement/outcome.ts";
import type { PartyRule } from "../act.ts";
import { freeze } from "../frozen.ts";
import { decided, enter } from "../moves.ts";
import { committedNonce, reading, runEvidence, text } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";
import { sideOf } from "../sides.ts";
import type { Phase } from "../state.ts";

/** Phases in which only one side may dispute. */
const ONLY: Readonly<Partial<Record<Phase, Side>>> = { review: "principal", contest: "agent" };

/**
 * One side opens a case; the other has a window to respond. A panel is called at once instead: the
 * other side answers it with its evidence.
 */
export const disputeFiled: PartyRule = {
  by: "either",
  from: ["in_progress", "verifying", "review", "contest"],
  isLong: true,
  ...reading(
    {
      argument: text({ max: TEXT_LIMITS.argument }),
      evidence: runEvidence,
      commitment: committedNonce,
    },
    ({ state, act, nowMs }, { commitment }) => {
      const { phase } = state;
      const bench = firstBench(state);
      if (bench === null) return refuse({ code: "no_court", act: act.type });
      const side = sideOf(state, act.by);
      const only = ONLY[phase];
      if (only !== undefined && only !== side) {
        return refuse({ code: "not_yours_to_dispute", phase, side });
      }
      if (state.lapsedFilers.some((filer) => filer === act.by)) {
        return refuse({ code: "filing_lapsed", side });
      }
      const { court } = state.terms;
      // Where the check is run again first, a bench may be drawn after it.
      const mayBeDrawn = courtOf(court.kind).isDrawn;
      const problem = commitmentProblem(act, mayBeDrawn, commitment);
      if (problem !== null) return problem;
      const frozen = mayBeDrawn ? freeze(state, nowMs) : null;
      const opened = openCase(state, side, bench, nowMs, { commitment, frozen });
      if (isDrawn(court, bench)) return accept(deliberate(opened, "deliberating", nowMs));
      return decided(enter(opened, "awaiting_response", nowMs));
    },
  ),
};
