/**
 * A failed command with the money under the schedule of the escrow contract: the principal holds
 * bounty and court fees, the agent a bond, and the contract ends when its agent leaves.
 */
import type { JsonObject } from "../../canonical/json.ts";
import type { Patterns } from "../../check/check-kind.ts";
import type { CourtTerms } from "../../court/courts.ts";
import { bindsAgent, tiersOf } from "../../court/courts.ts";
import type { Party } from "../../identity/party.ts";
import { accept, type Result, refuse } from "../../refusal.ts";
import { potOf } from "../../settlement/due.ts";
import type { Pot } from "../../settlement/pot.ts";
import { parseDocument } from "../command-document.ts";
import { commandContradiction, filledCommand, statedCourt } from "../command-terms.ts";
import { boundedBounty, findMoney, type StatedMoney } from "../offered-money.ts";
import type { Filled, Profile } from "../profile.ts";
import { isStatedBounty } from "../statements.ts";
import { type EscrowOffer, escrowOfferJson, readEscrowOffer } from "./offer.ts";

export const escrow1: Profile<EscrowOffer> = {
  // It shares the document of failed commands, so its name must be said.
  isDocument: () => false,
  offerJson: escrowOfferJson,
  readOffer: readEscrowOffer,
  fill,
  contradiction: commandContradiction((terms, { escrow }) =>
    isStatedBounty(terms, "court-fees", escrow),
  ),
};

function fill(
  json: JsonObject,
  offered: EscrowOffer,
  _platform: Party,
  patterns: Patterns,
): Result<Filled> {
  const document = parseDocument(json, patterns);
  if (!document.ok) return document;
  const { escrow } = document.value;
  if (escrow === null) {
    const problem = "expected a bounty: this profile has no free contracts";
    return refuse({ code: "malformed_terms", field: "contract.escrow", problem });
  }
  const court = statedCourt(document.value, offered.courts);
  if (!court.ok) return court;
  const pot = fillPot(escrow, court.value, offered);
  return pot.ok ? accept(filledCommand(document.value, court.value, pot.value)) : pot;
}

function fillPot(stated: StatedMoney, court: CourtTerms, { money }: EscrowOffer): Result<Pot> {
  const found = findMoney(money, stated);
  if (!found.ok) return found;
  const { asset, rail, minBond, tierFees, platformFeeBps, cancelFeeBps } = found.value;
  const bounty = boundedBounty(stated, found.value, "contract.escrow.bounty");
  if (!bounty.ok) return bounty;
  const parameters = {
    schedule: "court-fees" as const,
    asset,
    rail,
    bounty: bounty.value,
    minBond,
    tierFees: tierFees.slice(0, tiersOf(court).length),
    platformFeeBps,
    cancelFeeBps,
    restitution: true,
  };
  return accept(potOf(parameters, bindsAgent(court)));
}
