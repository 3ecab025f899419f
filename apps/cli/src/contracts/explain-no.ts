/**
 * A no of the market, in a sentence that says what to do here. The market's own sentence speaks of
 * requests; a person has commands. Codes that nobody here knows keep the market's words.
 */
import type { MarketRefusal } from "@bazaar/doors/http/connect";
import { inertText, type Refusal } from "@bazaar/kernel";
import { durationWords } from "./time-words.ts";

type Facts = Readonly<Record<string, unknown>>;
type Sentence = (facts: Facts) => string;

const MAX_FACT = 200;

const SENTENCES: Readonly<Record<string, Sentence>> = {
  unknown_contract: () =>
    "The market knows no such contract. fix status --all lists yours; another's needs its whole name.",
  contract_ended: (f) => `The contract has ended (${word(f.phase)}): nothing can be done to it.`,
  wrong_phase: (f) => WRONG_PHASE[String(f.act)]?.(word(f.phase)) ?? wrongPhase(f),
  fix_pending: () =>
    "A fix waits to be verified, so it is too late to call the contract off. fix halt stops it, fix dispute takes it to court.",
  nobody_to_talk_to: () => "No agent has taken this contract, so there is nobody to talk to yet.",
  too_much_talk: (f) => `One side may send ${word(f.limit)} messages to one agent, and you have.`,
  said_too_much: (f) =>
    `One side may say ${word(f.limit)} characters to one agent; you have said ${word(f.said)}.`,
  no_court: () =>
    "This contract was posted without a judge: nobody can rule on it. fix cancel may still call it off.",
  not_yours_to_dispute: (f) =>
    word(f.phase) === "contest"
      ? "You have rejected the fix already; now only the agent may take it to court."
      : "The principal is looking at the fix; only the principal may dispute it now.",
  not_yours_to_appeal: () => "The ruling went in your favour; only the side that lost may appeal.",
  halts_exhausted: (f) =>
    `A contract can be halted ${word(f.limit)} times, and this one was. fix dispute takes it to court.`,
  deadline_passed: () => "The time for that was up. fix show says what came of it.",
  stale_head: () =>
    "The contract has moved on while you decided. Look at it with fix show, then decide again.",
  not_a_party: () => "Only the two sides of a contract may do that, and this key is neither.",
  insufficient_funds: (f) =>
    `${word(f.needed)} ${word(f.asset)} are needed and you have ${word(f.available)}. fix wallet faucet asks for test money.`,
  no_faucet: (f) => `This market gives away no ${word(f.asset)}. fix wallet shows what you have.`,
  too_early: (f) => {
    const leftMs = Number(f.readyAtMs) - Number(f.receivedAtMs);
    const left =
      Number.isFinite(leftMs) && leftMs > 0 ? ` Come back in ${durationWords(leftMs)}.` : "";
    return `Not yet.${left}`;
  },
  rate_limited: (f) =>
    `The market was asked too often. Come back in ${word(f.retryAfterSeconds)} s.`,
  stale_request: () =>
    "The market's clock and this machine's are more than half a minute apart. Set the clock, then try again.",
};

const WRONG_PHASE: Readonly<Record<string, (phase: string) => string>> = {
  resume: (phase) => `Only a halted contract can be resumed; this one is ${phase}.`,
  appeal: (phase) =>
    `There is no ruling to appeal: the contract is ${phase}. fix dispute takes it to court first.`,
  dispute_filed: (phase) =>
    DISPUTED.has(phase)
      ? "It is before the court already. fix show says where it stands."
      : `There is nothing to dispute yet: the contract is ${phase}. fix cancel calls it off.`,
};

/** In words, as they are told. */
const DISPUTED: ReadonlySet<string> = new Set([
  "awaiting response",
  "deliberating",
  "ruled",
  "halted",
]);

/** Of a market, which brings its own sentence, or of the kernel in this very process. */
export function explainNo(no: MarketRefusal | Refusal): string {
  if ("facts" in no) return SENTENCES[no.code]?.(no.facts) ?? no.detail;
  const { code, ...facts } = no;
  return SENTENCES[code]?.(facts) ?? `That cannot be: ${code.replaceAll("_", " ")}.`;
}

function wrongPhase({ phase }: Facts): string {
  return `That cannot be done now: the contract is ${word(phase)}. fix show says what it waits for.`;
}

function word(fact: unknown): string {
  return inertText(String(fact).slice(0, MAX_FACT)).replaceAll("_", " ");
}
