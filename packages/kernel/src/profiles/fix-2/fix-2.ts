import { isJsonObject } from "../../canonical/json.ts";
import { bindsAgent } from "../../court/courts.ts";
import { parseAmount } from "../../money/amount.ts";
import { commandContradiction } from "../command-terms.ts";
import type { Profile } from "../profile.ts";
import { isStatedBounty } from "../statements.ts";
import { fillFix2 } from "./fill.ts";
import { type Fix2Offer, fix2OfferJson, readFix2Offer } from "./offer.ts";

/** A failed command, with the money held by the market. */
export const fix2: Profile<Fix2Offer> = {
  isDocument: ({ task }) => isJsonObject(task),
  offerJson: fix2OfferJson,
  readOffer: readFix2Offer,
  fill: fillFix2,
  contradiction: commandContradiction((terms, { escrow, judgeFee }) => {
    if (!isStatedBounty(terms, "symmetric-bond", escrow)) return false;
    const [pot] = terms.pots;
    if (pot?.schedule !== "symmetric-bond" || judgeFee === null) return true;
    const fee = parseAmount(judgeFee, pot.asset);
    return !bindsAgent(terms.court) || (fee.ok && fee.value === pot.judgeFee);
  }),
};
