/**
 * A proposal to one agent. Nothing is held before the agent accepts; then both stakes and any money
 * are due at once.
 */
import type { JsonObject } from "../../canonical/json.ts";
import type { Terms } from "../../contract/terms.ts";
import { panelTerms } from "../../court/panel/panel.ts";
import { RATING } from "../../money/asset.ts";
import { accept, type Result } from "../../refusal.ts";
import { RATING_RAIL } from "../../settlement/custody.ts";
import { potOf } from "../../settlement/due.ts";
import type { Pot } from "../../settlement/pot.ts";
import { boundedBounty, type StatedMoney } from "../offered-money.ts";
import type { Filled, Profile } from "../profile.ts";
import { firstContradiction, isStatedBounty, type Statement } from "../statements.ts";
import { type ProposalDocument, parseProposal } from "./document.ts";
import { type ChatOffer, chatOfferJson, readChatOffer } from "./offer.ts";

export const chat1: Profile<ChatOffer> = {
  isDocument: ({ task }) => typeof task === "string",
  offerJson: chatOfferJson,
  readOffer: readChatOffer,
  fill,
  contradiction(terms, json) {
    const proposal = parseProposal(json);
    return proposal.ok ? firstContradiction(STATEMENTS, terms, proposal.value) : "proposal";
  },
};

function fill(json: JsonObject, offered: ChatOffer): Result<Filled> {
  const proposal = parseProposal(json);
  if (!proposal.ok) return proposal;
  const { agent, task, expiresSeconds } = proposal.value;
  const pay = fillPay(proposal.value, offered);
  if (!pay.ok) return pay;
  return accept({
    agent,
    work: { kind: "task", spec: { task }, expiresSeconds },
    checks: [{ method: "principal" }],
    court: offered.hasPanel ? panelTerms("rating") : { kind: "none" },
    pots: [...(pay.value === null ? [] : [pay.value]), stakeOf(proposal.value)],
    rules: {},
  });
}

/** Null where the proposal names no amount, or a currency that is only words here. */
function fillPay(proposal: ProposalDocument, { money }: ChatOffer): Result<Pot | null> {
  const stated = moneyOf(proposal);
  const found = stated === null ? undefined : money.find(isCurrency(stated));
  if (stated === null || found === undefined) return accept(null);
  const bounty = boundedBounty(stated, found, "proposal.amount");
  if (!bounty.ok) return bounty;
  const { asset, rail, platformBps } = found;
  const parameters = {
    schedule: "pay-after-verify" as const,
    funds: "accept" as const,
    asset,
    rail,
    bounty: bounty.value,
    platformBps,
    author: null,
    referrer: null,
  };
  return accept(potOf(parameters, true));
}

function isCurrency({ currency }: StatedMoney): (money: { readonly currency: string }) => boolean {
  return (money) => money.currency === currency;
}

function moneyOf({ amount, currency }: ProposalDocument): StatedMoney | null {
  if (amount === null || currency === null || amount === "0") return null;
  return { bounty: amount, currency, chain: "" };
}

/** The agent names its own stake when it accepts, so the terms ask for none. */
function stakeOf({ stake }: ProposalDocument): Pot {
  const due = { principal: BigInt(stake), agent: 0n };
  return potOf({ schedule: "stake", funds: "accept", asset: RATING, rail: RATING_RAIL, due }, true);
}

const STATEMENTS: readonly Statement<ProposalDocument>[] = [
  { what: "agent", holds: ({ agent, group }, stated) => agent === stated.agent && group === null },
  { what: "task", holds: ({ work }, { task }) => work.kind === "task" && work.spec.task === task },
  {
    what: "expiry",
    holds: ({ work }, { expiresSeconds }) =>
      work.kind === "task" && work.expiresSeconds === expiresSeconds,
  },
  { what: "stake", holds: isStatedStake },
  { what: "amount", holds: isStatedPay },
];

function isStatedStake({ pots }: Terms, { stake }: ProposalDocument): boolean {
  const pot = pots.find(({ schedule }) => schedule === "stake");
  return (pot?.due.principal ?? 0n) === BigInt(stake);
}

/** Terms without money contradict no amount: its currency may be only words here. */
function isStatedPay(terms: Terms, proposal: ProposalDocument): boolean {
  const pots = terms.pots.filter(({ schedule }) => schedule !== "stake");
  if (pots.length === 0) return true;
  return isStatedBounty({ ...terms, pots }, "pay-after-verify", moneyOf(proposal));
}
