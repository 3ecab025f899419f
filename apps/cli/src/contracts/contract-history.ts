/**
 * One contract with its history: its terms, every entry with time and author, and the payouts. Texts of
 * the two sides are printed behind a bar, inert and bounded.
 */
import { NOT_APPROVED } from "@bazaar/client";
import type { Contract } from "@bazaar/doors/connection";
import {
  type ContractState,
  type CourtTerms,
  checkWords,
  contractAlias,
  courtWords,
  type Json,
  type JsonObject,
  judgeOf,
  type Terms,
  type Verify,
} from "@bazaar/kernel";
import { behindBar, onOneLine } from "./inert-lines.ts";
import { amountWords, heldBy, heldWords, payoutLines } from "./money-words.ts";
import { payoutsIn, replayTranscript, type Step } from "./replay-transcript.ts";
import { endWords, silenceWords, titleOf, waitingWords } from "./state-words.ts";
import { timeWords } from "./time-words.ts";
import { authorWords, shortParty, sideWords, type Viewer } from "./viewer.ts";

const LABEL = 9;
const TITLE_COLUMNS = 200;
const MAX_STEPS = 500;

export function historyLines(
  contract: Contract,
  viewer: Viewer,
  verify: Verify,
  nowMs: number,
): readonly string[] {
  const { state, transcript } = contract;
  const steps = replayTranscript(transcript, state.terms.platform, verify);
  const skipped = Math.max(0, steps.length - MAX_STEPS);
  return [
    line("contract", contractAlias(contract.id)),
    line("command", titleOf(state.terms, TITLE_COLUMNS)),
    ...termsLines(state.terms, viewer),
    "",
    ...(skipped === 0 ? [] : [`… ${skipped} earlier entries; --json has them all`]),
    ...steps.slice(skipped).flatMap((step) => stepLines(step, viewer)),
    "",
    ...endLines(state, steps, viewer, nowMs),
  ];
}

function line(label: string, text: string): string {
  return `${label.padEnd(LABEL)} ${text}`;
}

function termsLines(terms: Terms, viewer: Viewer): readonly string[] {
  const { rules, court, principal, platform } = terms;
  const checks = terms.checks.map((check) => onOneLine(checkWords(check))).join(", ");
  const turns = `${rules.maxAttempts} attempts, ${rules.investigationRounds} looks`;
  return [
    ...terms.pots.map((pot) => {
      const bounty = "bounty" in pot ? amountWords(pot.bounty, pot.asset) : "a stake";
      const own = `${sideWords("principal", viewer)} ${amountWords(pot.due.principal, pot.asset)}`;
      return line("money", `${bounty} for the repair; held: ${own}, ${stakeOf(terms, viewer)}`);
    }),
    ...(terms.pots.length === 0 ? [line("money", "none (free)")] : []),
    line("work", `${rules.mode}; ${turns}; checked by ${checks}`),
    line("court", courtLine(court)),
    line("posted by", `${sideWords("principal", viewer)} (${shortParty(principal)})`),
    line("kept by", `the market (${shortParty(platform)})`),
  ];
}

function courtLine(court: CourtTerms): string {
  const judge = judgeOf(court);
  const whose = judge === null ? "" : ` The judge is ${shortParty(judge)}.`;
  return `${courtWords(court)}${whose}`;
}

function stakeOf({ pots }: Terms, viewer: Viewer): string {
  const stakes = pots.map(({ due, asset }) => amountWords(due.agent, asset));
  return `${sideWords("agent", viewer)} ${stakes.join(" + ")}`;
}

function stepLines(step: Step, viewer: Viewer): readonly string[] {
  const { entry, by, receivedMs, after, legs } = step;
  const author = entry.type === "ruling" ? "the court" : authorWords(by, after, viewer);
  const what = entry.type.replaceAll("_", " ");
  const facts = factWords(entry.data, entry.type);
  return [
    `${timeWords(receivedMs)}  ${author}: ${what}${facts === "" ? "" : ` (${facts})`}`,
    ...textLines(entry),
    ...payoutLines(legs, viewer).map((paid) => `    ${paid}`),
  ];
}

/** The short facts of an entry. The rules checked them before it was stored. */
function factWords(data: JsonObject, type: string): string {
  const facts: string[] = [];
  const { evidence } = data;
  const hasPassed = isObject(evidence) && evidence.passed === true;
  const isDeclined = hasPassed || data.explanation === NOT_APPROVED;
  if (type === "verify") facts.push(verifiedWords(data.success === true, isDeclined));
  if (isObject(evidence) && typeof evidence.exit_code === "bigint") {
    facts.push(`exit ${evidence.exit_code}`);
  }
  if (hasPassed) facts.push("its check passed");
  for (const name of ["court", "outcome", "verdict", "price"]) {
    const value = data[name];
    if (typeof value === "string" && value !== "") facts.push(onOneLine(value));
  }
  return facts.join(", ");
}

function verifiedWords(isTaken: boolean, isDeclined: boolean): string {
  if (isTaken) return "it works";
  return isDeclined ? "not taken" : "it does not work";
}

/** The texts of an entry in reading order, with their labels. */
const TEXTS = {
  explanation: "why",
  fix: "what it runs",
  command: "the command",
  output: "output",
  message: "says",
  argument: "argues",
  reasoning: "reasons",
  reason: "because",
} as const;

/** A result repeats the command just above it. */
const REPEATED: Readonly<Record<string, string>> = { result: "command" };

function textLines({ type, data }: Step["entry"]): readonly string[] {
  if (type === "post") return [];
  const { evidence } = data;
  // Why a check that was to be run again has no verdict is part of its evidence.
  const said = isObject(evidence) && type === "checked" ? { ...evidence, ...data } : data;
  const texts = Object.entries(TEXTS).flatMap(([name, label]) => {
    const text = said[name];
    const isShown = typeof text === "string" && text.trim() !== "" && REPEATED[type] !== name;
    return isShown ? [{ label, text }] : [];
  });
  return texts.flatMap(({ label, text }) => [
    ...(texts.length > 1 ? [`    ${label}:`] : []),
    ...behindBar(text).map((shown) => `    ${shown}`),
  ]);
}

function endLines(
  state: ContractState,
  steps: readonly Step[],
  viewer: Viewer,
  nowMs: number,
): readonly string[] {
  const waiting = waitingWords(state, viewer, nowMs);
  const held = heldWords(state);
  const paid = payoutLines(payoutsIn(steps), viewer);
  const then = silenceWords(state, viewer);
  return [
    line("now", endWords(state)),
    ...(waiting === null ? [] : [line("waits for", waiting)]),
    ...(then === null ? [] : [line("then", then)]),
    ...(held === null ? [] : [line("held", `${held} (${heldBySides(state, viewer)})`)]),
    ...paid.map((text) => line(state.isSettled ? "paid" : "ordered", text)),
  ];
}

function heldBySides(state: ContractState, viewer: Viewer): string {
  const sides = (["principal", "agent"] as const).flatMap((side) =>
    [...heldBy(state, side).values()]
      .filter(({ amount }) => amount > 0n)
      .map(({ amount, asset }) => `${sideWords(side, viewer)} ${amountWords(amount, asset)}`),
  );
  return sides.join(", ");
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
