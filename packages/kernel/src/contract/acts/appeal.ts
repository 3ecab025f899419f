import { mayAppeal, nextBench } from "../../court/procedure.ts";
import { invariant } from "../../invariant.ts";
import { refuse } from "../../refusal.ts";
import { decided, enter } from "../moves.ts";
import { reading } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";
import { sideOf } from "../sides.ts";

/** The side that lost a ruling asks the next bench. */
export const appeal = reading({
  by: "either",
  from: ["ruled"],
  read: (data) => data.string("argument", { max: TEXT_LIMITS.argument }),
  apply({ state, act, nowMs }) {
    const ruling = state.rulings.at(-1);
    invariant(ruling !== undefined && state.case !== null, "ruled without a ruling");
    const side = sideOf(state, act.by);
    if (!mayAppeal(ruling, side)) {
      return refuse({ code: "not_yours_to_appeal", against: ruling.against });
    }
    const bench = nextBench(state.terms, ruling.bench);
    invariant(bench !== null, `${ruling.bench} is the last bench, but its ruling was not final`);
    const appealed = {
      ...state.case,
      leader: side,
      bench,
      isAnswered: false,
      question: null,
      frozen: null,
    };
    return decided(enter({ ...state, case: appealed }, "awaiting_response", nowMs));
  },
});
