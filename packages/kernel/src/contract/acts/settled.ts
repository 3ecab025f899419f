import { refuse } from "../../refusal.ts";
import type { ServerRule } from "../act.ts";
import { decided } from "../moves.ts";
import { END_PHASES } from "../state.ts";

/** Every leg is confirmed; the entry carries the proofs. After it only talk is accepted. */
export const settled: ServerRule = {
  by: "server",
  from: END_PHASES,
  isLong: true,
  fields: [],
  apply({ state, act }) {
    if (state.isSettled) {
      return refuse({ code: "contract_ended", phase: state.phase, act: act.type });
    }
    return decided({ ...state, isSettled: true });
  },
};
