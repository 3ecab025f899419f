import { accept, refuse } from "../../refusal.ts";
import type { PartyRule } from "../act.ts";
import { end } from "../moves.ts";
import { leavingReason, reading } from "../reading.ts";
import { leaveFreely } from "../seats.ts";

/** An agent leaves before acceptance, for free: its deposit goes back. */
export const decline: PartyRule = {
  by: "anyone",
  from: ["open", "reserved", "investigating"],
  seat: "leaves",
  ...reading({ reason: leavingReason }, ({ state, act, nowMs }) => {
    const invited = state.phase === "open" ? state.terms.agent : state.seat?.agent;
    if (act.by !== invited) {
      return refuse({ code: "not_a_party", author: act.by, act: act.type });
    }
    if (state.phase === "open") return accept(end(state, "canceled", "unclaimed"));
    return accept(leaveFreely(state, nowMs));
  }),
};
