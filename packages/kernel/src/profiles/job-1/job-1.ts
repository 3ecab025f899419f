/** A job with a checkable result: the budget is held, and the price is paid once the check passes. */
import type { JsonObject } from "../../canonical/json.ts";
import { isReplayable } from "../../check/check.ts";
import type { Patterns } from "../../check/check-kind.ts";
import type { Terms } from "../../contract/terms.ts";
import type { CourtTerms } from "../../court/courts.ts";
import { panelTerms } from "../../court/panel/panel.ts";
import type { Party } from "../../identity/party.ts";
import { isEnvelope } from "../../job/envelope.ts";
import type { Asset } from "../../money/asset.ts";
import { accept, type Result, refuse } from "../../refusal.ts";
import { potOf } from "../../settlement/due.ts";
import type { Cut, Pot } from "../../settlement/pot.ts";
import { findCourt } from "../offered-court.ts";
import { boundedBounty, findMoney } from "../offered-money.ts";
import type { Filled, Profile } from "../profile.ts";
import {
  areStatedChecks,
  areStatedRules,
  firstContradiction,
  isSameJson,
  isStatedBounty,
  isStatedJudge,
  type Statement,
} from "../statements.ts";
import { type JobDocument, parseJob } from "./document.ts";
import { type JobOffer, jobOfferJson, readJobOffer } from "./offer.ts";

export const job1: Profile<JobOffer> = {
  isDocument: (document) => isEnvelope(document) || typeof document.kind === "string",
  offerJson: jobOfferJson,
  readOffer: readJobOffer,
  fill,
  contradiction(terms, json) {
    const document = parseJob(json, "read");
    return document.ok ? firstContradiction(STATEMENTS, terms, document.value) : "document";
  },
};

function fill(
  json: JsonObject,
  offered: JobOffer,
  _platform: Party,
  patterns: Patterns,
): Result<Filled> {
  const document = parseJob(json, patterns);
  if (!document.ok) return document;
  const { kind, spec, checks, provider, rules } = document.value;
  const court = fillCourt(document.value, offered);
  if (!court.ok) return court;
  const pot = fillPot(document.value, offered);
  if (!pot.ok) return pot;
  return accept({
    agent: provider,
    work: { kind, spec },
    checks,
    court: court.value,
    pots: [pot.value],
    rules,
  });
}

/** Without a court the check is run again where the two sides disagree, if that is possible. */
function fillCourt(
  { kind, spec, checks, judge, isPanel }: JobDocument,
  { courts, hasPanel, replays }: JobOffer,
): Result<CourtTerms> {
  if (isPanel) {
    if (hasPanel) return accept(panelTerms("receipts"));
    const because = "this market does not call panels";
    return refuse({ code: "unsupported_terms", dial: "court", value: "panel", because });
  }
  const court = findCourt(courts, judge);
  const isReplayed = judge === null && replays && isReplayable({ work: { kind, spec }, checks });
  return isReplayed ? accept({ kind: "none", replays: true }) : court;
}

function fillPot(document: JobDocument, { money }: JobOffer): Result<Pot> {
  const { budget, author, referrer } = document;
  const found = findMoney(money, budget);
  if (!found.ok) return found;
  const { asset, rail, platformBps, authorBps, referrerBps } = found.value;
  const bounty = boundedBounty(budget, found.value, "job.budget.amount");
  if (!bounty.ok) return bounty;
  if (isAboveCeiling(document, asset, bounty.value)) {
    const problem = `more than the max_cost_sats of the payload, ${document.maxCostSats}`;
    return refuse({ code: "malformed_terms", field: "job.budget.amount", problem });
  }
  const parameters = {
    schedule: "pay-after-verify" as const,
    asset,
    rail,
    bounty: bounty.value,
    platformBps,
    author: cutOf(author, authorBps),
    referrer: cutOf(referrer, referrerBps),
  };
  return accept(potOf(parameters, true));
}

/** Decimals of a bitcoin in sats. */
const SAT_DECIMALS = 8;

/** The ceiling is in sats, so it says nothing about other money. */
function isAboveCeiling({ maxCostSats }: JobDocument, asset: Asset, bounty: bigint): boolean {
  if (maxCostSats === null || asset.code !== "BTC" || asset.decimals < SAT_DECIMALS) return false;
  return bounty > maxCostSats * 10n ** BigInt(asset.decimals - SAT_DECIMALS);
}

function cutOf(party: Party | null, bps: bigint): Cut | null {
  return party === null ? null : { party, bps };
}

const STATEMENTS: readonly Statement<JobDocument>[] = [
  {
    what: "job",
    holds: ({ work }, { kind, spec }) => work.kind === kind && isSameJson(work.spec, spec),
  },
  {
    what: "provider",
    holds: ({ agent, group }, { provider }) => agent === provider && group === null,
  },
  { what: "rule", holds: (terms, { rules }) => areStatedRules(terms, rules) },
  { what: "check", holds: (terms, { checks }) => areStatedChecks(terms, checks) },
  {
    what: "judge",
    holds: (terms, { judge, isPanel }) =>
      isPanel ? terms.court.kind === "panel" : isStatedJudge(terms, judge),
  },
  {
    what: "budget",
    holds: (terms, { budget }) => isStatedBounty(terms, "pay-after-verify", budget),
  },
  { what: "share", holds: areStatedCuts },
];

function areStatedCuts({ pots: [pot] }: Terms, { author, referrer }: JobDocument): boolean {
  if (pot?.schedule !== "pay-after-verify") return false;
  const isCut = (cut: Cut | null, party: Party | null): boolean => (cut?.party ?? null) === party;
  return isCut(pot.author, author) && isCut(pot.referrer, referrer);
}
