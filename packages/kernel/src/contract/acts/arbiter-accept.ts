import { bondOf } from "../../court/panel/bonds.ts";
import { advance, notAtStage, withPanel } from "../../court/panel/procedure.ts";
import { isSitting, panelOf, withArbiter } from "../../court/panel/proceedings.ts";
import { invariant } from "../../invariant.ts";
import { accept, type Refused, refuse } from "../../refusal.ts";
import type { ActInput, PartyRule } from "../act.ts";

/** Somebody who was drawn takes the seat, with a bond where the terms ask for one. */
export const arbiterAccept: PartyRule = {
  by: "arbiter",
  from: ["deliberating"],
  fields: [],
  apply(input) {
    const { state, act, nowMs } = input;
    const barred =
      notAtStage(state, ["seating"], act) ?? hasAnswered(input) ?? conflictOfInterest(input);
    if (barred !== null) return barred;
    invariant(act.by !== "server", "the server is no arbiter");
    const seated = withPanel(state, withArbiter(panelOf(state), act.by, { is: "seated" }));
    return accept({ ...advance(seated, nowMs), holds: bondOf(state, act.by) });
  },
};

/** An acceptance cannot be taken back, nor can a refusal. */
export function hasAnswered({ state, act }: ActInput): Refused | null {
  const arbiter = panelOf(state).arbiters.find(({ party }) => party === act.by);
  if (arbiter?.is === "asked") return null;
  return refuse({ code: "already_answered", side: "arbiter" });
}

/** Nobody judges its own case, and one owner has one vote. */
function conflictOfInterest({ state, act, facts }: ActInput): Refused | null {
  const { by } = act;
  invariant(by !== "server", "the server is no arbiter");
  const seated = panelOf(state).arbiters.filter(isSitting);
  const others = [state.terms.principal, state.seat?.agent, ...seated.map(({ party }) => party)];
  const isOwn = others.some((other) => other !== undefined && facts.isSameOwner(by, other));
  return isOwn ? refuse({ code: "conflict_of_interest", author: by }) : null;
}
