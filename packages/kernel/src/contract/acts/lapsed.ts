import { fallBack } from "../../court/panel/procedure.ts";
import { panelOf } from "../../court/panel/proceedings.ts";
import { finalize } from "../../court/procedure.ts";
import { invariant } from "../../invariant.ts";
import { accept, type Result } from "../../refusal.ts";
import type { ActInput, Decision, ServerRule } from "../act.ts";
import { thaw } from "../frozen.ts";
import { decided } from "../moves.ts";
import { whenOverdue } from "../overdue.ts";

/** What a panel needs did not come in time: the nonce of the side that wanted it, or its arbiters. */
export const lapsed: ServerRule = {
  by: "server",
  from: ["deliberating"],
  fields: [],
  apply: whenOverdue((input) =>
    panelOf(input.state).stage === "revealing"
      ? lapseFiling(input)
      : accept(fallBack(input.state, input.nowMs)),
  ),
};

/** The case is dropped, and its author cannot bring another. On appeal the ruling stands. */
function lapseFiling({ state, nowMs }: ActInput): Result<Decision> {
  if (state.rulings.length > 0) return accept(finalize(state));
  invariant(state.case !== null && state.seat !== null, "a case lapses without its sides");
  const filer = state.case.leader === "agent" ? state.seat.agent : state.terms.principal;
  return decided({ ...thaw(state, nowMs), lapsedFilers: [...state.lapsedFilers, filer] });
}
