/**
 * Terms of a failed command, as fix/2 has them: both sides stake bounty and judge fee.
 *
 * Client and server run this same function, so that a client can sign the whole terms itself and
 * a server that would have filled them otherwise must say which field differs.
 */
import { fields } from "../../canonical/fields.ts";
import type { JsonObject } from "../../canonical/json.ts";
import type { Patterns } from "../../check/check-kind.ts";
import type { CourtTerms } from "../../court/courts.ts";
import { bindsAgent, tiersOf } from "../../court/courts.ts";
import type { Party } from "../../identity/party.ts";
import { formatAmount } from "../../money/amount.ts";
import { accept, type Result, refuse } from "../../refusal.ts";
import { sumOfFees } from "../../settlement/court-cost.ts";
import { potOf } from "../../settlement/due.ts";
import type { Pot } from "../../settlement/pot.ts";
import { type CommandDocument, parseDocument } from "../command-document.ts";
import { filledCommand, statedCourt } from "../command-terms.ts";
import { boundedBounty, findMoney } from "../offered-money.ts";
import type { Filled } from "../profile.ts";
import type { Fix2Offer } from "./offer.ts";

export function fillFix2(
  json: JsonObject,
  offered: Fix2Offer,
  _platform: Party,
  patterns: Patterns,
): Result<Filled> {
  const document = parseDocument(json, patterns);
  if (!document.ok) return document;
  const court = statedCourt(document.value, offered.courts);
  if (!court.ok) return court;
  const pot = fillPot(document.value, court.value, offered);
  if (!pot.ok) return pot;
  return accept(filledCommand(document.value, court.value, pot.value));
}

function fillPot(
  { escrow, judgeFee }: CommandDocument,
  court: CourtTerms,
  { money: offered }: Fix2Offer,
): Result<Pot | null> {
  if (escrow === null) return accept(null);
  const money = findMoney(offered, escrow);
  if (!money.ok) return money;
  const { asset, rail, platformFeeBps, platformFeeMinimum, cancelFeeBps } = money.value;
  const bounty = boundedBounty(escrow, money.value, "contract.escrow.bounty");
  if (!bounty.ok) return bounty;
  const tierFees = money.value.tierFees.slice(0, tiersOf(court).length);
  const leastFee = sumOfFees(tierFees);
  const judge = fields({ fee: judgeFee }, "contract.judge");
  const given = judge.optional("fee", (name) => judge.amount(name, asset));
  if (judge.problem !== null) return refuse({ code: "malformed_terms", ...judge.problem });
  if (given !== null && given < leastFee) {
    const problem = `the tiers of this court cost ${formatAmount(leastFee, asset)}`;
    return refuse({ code: "malformed_terms", field: "contract.judge.fee", problem });
  }
  const isBound = bindsAgent(court);
  const parameters = {
    schedule: "symmetric-bond" as const,
    asset,
    rail,
    bounty: bounty.value,
    judgeFee: isBound ? (given ?? leastFee) : 0n,
    tierFees,
    platformFeeBps,
    platformFeeMinimum,
    cancelFeeBps,
  };
  return accept(potOf(parameters, isBound));
}
