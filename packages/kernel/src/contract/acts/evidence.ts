import {
  advance,
  concludeWithoutPanel,
  notAtStage,
  withPanel,
} from "../../court/panel/procedure.ts";
import { panelOf } from "../../court/panel/proceedings.ts";
import { invariant } from "../../invariant.ts";
import { accept, refuse } from "../../refusal.ts";
import type { PartyRule } from "../act.ts";
import { optional, reading, text } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";
import { sideOf } from "../sides.ts";

const MAX_ITEMS = 10;

/** One side's evidence for the panel: hashes of what it shows, and what it says about it. Once each. */
export const evidence: PartyRule = {
  by: "either",
  from: ["deliberating"],
  ...reading(
    {
      items: (data, name) => data.array(name, { max: MAX_ITEMS }, (items, at) => items.hex(at, 64)),
      statement: optional(text({ max: TEXT_LIMITS.reason })),
    },
    ({ state, act, nowMs }) => {
      const barred = notAtStage(state, ["seating", "evidence", "fallback"], act);
      if (barred !== null) return barred;
      invariant(state.case !== null, `${state.phase} has no case`);
      const side = sideOf(state, act.by);
      const panel = panelOf(state);
      if (panel.heard.includes(side)) return refuse({ code: "already_answered", side });
      const isAnswered = state.case.isAnswered || side !== state.case.leader;
      const heard = withPanel(
        { ...state, case: { ...state.case, isAnswered } },
        { ...panel, heard: [...panel.heard, side] },
      );
      const isOver = panel.stage === "fallback" && isAnswered;
      return accept(isOver ? concludeWithoutPanel(heard, nowMs) : advance(heard, nowMs));
    },
  ),
};
