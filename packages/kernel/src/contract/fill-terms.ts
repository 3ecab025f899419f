/**
 * From a document to complete terms: what the market offers fills what the document leaves open.
 *
 * Client and server run this same function, so that a client can sign the whole terms itself and
 * a server that would have filled them otherwise must say which field differs.
 */
import { fields } from "../canonical/fields.ts";
import type { JsonObject } from "../canonical/json.ts";
import type { Patterns } from "../check/read-check.ts";
import type { TierName } from "../court/ruling.ts";
import { type Party, parseParty } from "../identity/party.ts";
import { formatAmount } from "../money/amount.ts";
import type { Asset } from "../money/asset.ts";
import { accept, type Refused, type Result, refuse } from "../refusal.ts";
import { sumOfFees } from "../settlement/court-cost.ts";
import { CUSTODY } from "../settlement/custody.ts";
import { potOf } from "../settlement/due.ts";
import type { Pot, RailName } from "../settlement/pot.ts";
import { type CommandDocument, parseDocument } from "./document.ts";
import { rulesOf } from "./rules.ts";
import { type CourtTerms, TERMS_VERSION, type Terms } from "./terms.ts";

/** What a market takes: published, so that clients can build complete terms. */
export interface Offer {
  readonly platform: Party;
  readonly courts: readonly { readonly judge: Party; readonly tiers: readonly TierName[] }[];
  readonly money: readonly MoneyOffer[];
}

export interface MoneyOffer {
  /** The words of the document that select this offer. */
  readonly currency: string;
  readonly chain: string;
  readonly asset: Asset;
  readonly rail: RailName;
  readonly bountyMinimum: bigint;
  readonly bountyMaximum: bigint;
  /** In the order of the court's tiers. */
  readonly tierFees: readonly bigint[];
  readonly platformFeeBps: bigint;
  readonly platformFeeMinimum: bigint;
  readonly cancelFeeBps: bigint;
}

export function fillTerms(
  json: JsonObject,
  author: { readonly principal: Party; readonly nonce: string },
  offer: Offer,
  patterns: Patterns = "check",
): Result<Terms> {
  const document = parseDocument(json, patterns);
  if (!document.ok) return document;
  const court = fillCourt(document.value, offer);
  if (!court.ok) return court;
  const pot = fillPot(document.value, court.value, offer);
  if (!pot.ok) return pot;
  const { command, checks, mode, rules } = document.value;
  const custody = CUSTODY[pot.value?.rail ?? "ledger"];
  const { fundingSeconds, reservationSeconds } = custody;
  return accept({
    version: TERMS_VERSION,
    principal: author.principal,
    platform: offer.platform,
    agent: null,
    group: null,
    work: { kind: "command", spec: { command } },
    checks,
    court: court.value,
    pots: pot.value === null ? [] : [pot.value],
    rules: rulesOf("fix/2", {
      fundingSeconds,
      reservationSeconds,
      mode,
      // Free mode stakes nothing, so an agent may as well begin at once.
      looksFirst: pot.value !== null,
      ...rules,
    }),
    nonce: author.nonce,
    document: json,
  });
}

function fillCourt({ judge, escrow }: CommandDocument, offer: Offer): Result<CourtTerms> {
  if (judge === null) return accept({ kind: "none" });
  const party = parseParty(judge);
  if (!party.ok) return party;
  const found = offer.courts.find((court) => court.judge === party.value);
  if (found === undefined)
    return unsupported("court", judge, "this market does not work with this judge");
  if (escrow === null) return unsupported("court", judge, "a court needs a bounty");
  return accept({ kind: "tiered", judge: found.judge, tiers: found.tiers });
}

function fillPot(
  { escrow, judgeFee }: CommandDocument,
  court: CourtTerms,
  offer: Offer,
): Result<Pot | null> {
  if (escrow === null) return accept(null);
  const { currency, chain } = escrow;
  const money = offer.money.find(
    (option) => option.currency === currency && (chain === "" || option.chain === chain),
  );
  if (money === undefined) {
    return unsupported("money", `${currency} on ${chain}`, "this market does not hold it");
  }
  const { asset, rail, platformFeeBps, platformFeeMinimum, cancelFeeBps } = money;
  const read = fields({ escrow: { bounty: escrow.bounty }, judge: { fee: judgeFee } }, "contract");
  const range = { min: money.bountyMinimum, max: money.bountyMaximum };
  const bounty = read.object("escrow").amount("bounty", asset, range);
  const tierFees = court.kind === "tiered" ? money.tierFees.slice(0, court.tiers.length) : [];
  const leastFee = sumOfFees(tierFees);
  const judge = read.object("judge");
  const given = judge.optional("fee", (name) => judge.amount(name, asset));
  if (read.problem !== null) return refuse({ code: "malformed_terms", ...read.problem });
  if (given !== null && given < leastFee) {
    const problem = `the tiers of this court cost ${formatAmount(leastFee, asset)}`;
    return refuse({ code: "malformed_terms", field: "contract.judge.fee", problem });
  }
  const parameters = {
    schedule: "symmetric-bond" as const,
    asset,
    rail,
    bounty,
    judgeFee: court.kind === "none" ? 0n : (given ?? leastFee),
    tierFees,
    platformFeeBps,
    platformFeeMinimum,
    cancelFeeBps,
  };
  return accept(potOf(parameters, court.kind !== "none"));
}

function unsupported(dial: "money" | "court", value: string, because: string): Refused {
  return refuse({ code: "unsupported_terms", dial, value, because });
}
