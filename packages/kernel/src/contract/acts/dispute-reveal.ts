import { drawOrder, drawSeed, nonceCommitment } from "../../court/panel/draw.ts";
import { enterStage, notAtStage, withPanel } from "../../court/panel/procedure.ts";
import {
  asked,
  MAX_REPLACEMENTS,
  MAX_WRONG_NONCES,
  PANEL_SIZE,
  type Panel,
  type PanelCall,
  panelOf,
} from "../../court/panel/proceedings.ts";
import { invariant } from "../../invariant.ts";
import { accept, refuse } from "../../refusal.ts";
import type { PartyRule } from "../act.ts";
import { decided } from "../moves.ts";
import { reading, text } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";
import { sideOf } from "../sides.ts";

/**
 * The side that brought the case opens its commitment, and the panel is drawn. A wrong nonce is
 * recorded, so that its author can try again only a few times.
 */
export const disputeReveal: PartyRule = {
  by: "either",
  from: ["deliberating"],
  ...reading(
    { nonce: text({ min: 1, max: TEXT_LIMITS.account }) },
    ({ state, act, nowMs }, { nonce }) => {
      const barred = notAtStage(state, ["revealing"], act);
      if (barred !== null) return barred;
      const panel = panelOf(state);
      const side = sideOf(state, act.by);
      if (side !== state.case?.leader) return refuse({ code: "not_yours_to_reveal", side });
      if (panel.wrongNonces >= MAX_WRONG_NONCES) {
        return refuse({ code: "nonces_exhausted", limit: MAX_WRONG_NONCES });
      }
      if (nonceCommitment(nonce) !== state.case.commitment) {
        return decided(withPanel(state, { ...panel, wrongNonces: panel.wrongNonces + 1 }));
      }
      invariant(panel.call !== null, "a nonce is revealed before the panel was called");
      return accept(enterStage(state, drawn(panel, panel.call, nonce), "drawing", nowMs));
    },
  ),
};

/** From here on the pool is not needed: everyone who can still be asked is named. */
function drawn(panel: Panel, { proposal, serverNonce, pool }: PanelCall, nonce: string): Panel {
  const seed = drawSeed(proposal, nonce, serverNonce);
  const order = drawOrder(seed, pool);
  return {
    ...panel,
    call: null,
    seed,
    arbiters: order.slice(0, PANEL_SIZE).map(asked),
    reserve: order.slice(PANEL_SIZE, PANEL_SIZE + MAX_REPLACEMENTS),
  };
}
