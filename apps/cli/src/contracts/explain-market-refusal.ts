/**
 * A refusal as a sentence that names the command to use next. The market's own sentence is about
 * requests, and is kept for unknown codes.
 */
import type { MarketRefusal } from "@bazaar/doors/connection";
import { inertText, type Refusal } from "@bazaar/kernel";
import { durationWords } from "./time-words.ts";

type Facts = Readonly<Record<string, unknown>>;
type Sentence = (facts: Facts) => string;

const MAX_FACT = 200;

const SENTENCES: Readonly<Record<string, Sentence>> = {
  unknown_contract: () =>
    "The market has no such contract. fix status --all lists yours; for another, give the full id.",
  contract_ended: (f) => `The contract has ended (${word(f.phase)}).`,
  malformed_terms: (f) =>
    `The market does not take this contract: ${lastWord(f.field)}: ${plain(f.problem)}.`,
  unsupported_terms: (f) =>
    `The market does not take this contract: ${f.dial === "court" ? "judge" : word(f.dial)} ${plain(f.value)}: ${plain(f.because)}.`,
  wrong_phase: (f) => WRONG_PHASE[String(f.act)]?.(word(f.phase)) ?? wrongPhase(f),
  fix_pending: () =>
    "A fix is waiting to be verified, so it is too late to cancel. fix halt stops it, fix dispute takes it to court.",
  nobody_to_talk_to: () => "No agent has taken this contract yet, so there is no one to talk to.",
  too_much_talk: (f) => `You have sent the ${word(f.limit)} messages that are allowed per agent.`,
  said_too_much: (f) =>
    `Messages to one agent may have ${word(f.limit)} characters in total; yours have ${word(f.said)}.`,
  no_court: () =>
    "This contract was posted without a judge, so no one can rule on it. fix cancel may still cancel it.",
  not_yours_to_dispute: (f) =>
    word(f.phase) === "contest"
      ? "You have already rejected the fix; now only the agent may go to court."
      : "The principal is reviewing the fix; only the principal may dispute it now.",
  not_yours_to_appeal: () => "The ruling went in your favour; only the side that lost may appeal.",
  halts_exhausted: (f) =>
    `A contract can be halted at most ${word(f.limit)} times. fix dispute takes it to court.`,
  deadline_passed: () => "The deadline has passed. fix show shows what happened.",
  stale_head: () =>
    "The contract has changed while you decided. Look at it with fix show, then decide again.",
  not_a_party: () => "Only the two sides of a contract may do that, and this key is neither.",
  insufficient_funds: (f) =>
    `${word(f.needed)} ${word(f.asset)} are needed and you have ${word(f.available)}. fix wallet faucet requests test money.`,
  no_faucet: (f) =>
    `This market has no faucet for ${word(f.asset)}. fix wallet shows your balance.`,
  too_early: (f) => {
    const leftMs = Number(f.readyAtMs) - Number(f.receivedAtMs);
    const left =
      Number.isFinite(leftMs) && leftMs > 0 ? ` Try again in ${durationWords(leftMs)}.` : "";
    return `Too early.${left}`;
  },
  rate_limited: (f) => `Too many requests. Try again in ${word(f.retryAfterSeconds)} s.`,
  stale_request: () =>
    "The clocks of the market and this machine differ by more than half a minute. Set the clock, then try again.",
};

const WRONG_PHASE: Readonly<Record<string, (phase: string) => string>> = {
  resume: (phase) => `Only a halted contract can be resumed; this one is ${phase}.`,
  appeal: (phase) =>
    `There is no ruling to appeal: the contract is ${phase}. fix dispute takes it to court first.`,
  dispute_filed: (phase) =>
    DISPUTED.has(phase)
      ? "It is already in court. fix show shows its state."
      : `There is nothing to dispute yet: the contract is ${phase}. fix cancel cancels it.`,
};

const DISPUTED: ReadonlySet<string> = new Set([
  "awaiting response",
  "deliberating",
  "ruled",
  "halted",
]);

/** Takes a refusal of a market, or of the kernel in this process. */
export function explainMarketRefusal(no: MarketRefusal | Refusal): string {
  if ("facts" in no) return SENTENCES[no.code]?.(no.facts) ?? no.detail;
  const { code, ...facts } = no;
  return SENTENCES[code]?.(facts) ?? `Not possible: ${code.replaceAll("_", " ")}.`;
}

function wrongPhase({ phase }: Facts): string {
  return `Not possible now: the contract is ${word(phase)}. fix show shows what it waits for.`;
}

/** `bounty` of `contract.escrow.bounty`. */
function lastWord(field: unknown): string {
  return word(String(field).split(".").at(-1));
}

function word(fact: unknown): string {
  return plain(fact).replaceAll("_", " ");
}

function plain(fact: unknown): string {
  return inertText(String(fact).slice(0, MAX_FACT));
}
