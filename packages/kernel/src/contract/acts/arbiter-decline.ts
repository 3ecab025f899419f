import { fallBack, notAtStage, withPanel } from "../../court/panel/procedure.ts";
import { asked, panelOf, withArbiter } from "../../court/panel/proceedings.ts";
import { invariant } from "../../invariant.ts";
import { accept } from "../../refusal.ts";
import type { PartyRule } from "../act.ts";
import { decided } from "../moves.ts";
import { leavingReason, reading } from "../reading.ts";
import { hasAnswered } from "./arbiter-accept.ts";

/** Somebody who was drawn does not want the seat: the next in the draw is asked, on the same clock. */
export const arbiterDecline: PartyRule = {
  by: "arbiter",
  from: ["deliberating"],
  ...reading({ reason: leavingReason }, (input) => {
    const { state, act, nowMs } = input;
    const barred = notAtStage(state, ["seating"], act) ?? hasAnswered(input);
    if (barred !== null) return barred;
    invariant(act.by !== "server", "the server is no arbiter");
    const panel = withArbiter(panelOf(state), act.by, { is: "declined" });
    const [next, ...reserve] = panel.reserve;
    if (next === undefined) return accept(fallBack(withPanel(state, panel), nowMs));
    const arbiters = [...panel.arbiters, asked(next)];
    return decided(withPanel(state, { ...panel, arbiters, reserve }));
  }),
};
