/**
 * One contract with its history: its terms, every entry with time and author, and the payouts. Texts of
 * the two sides are printed behind a bar, inert and bounded.
 */
import type { Contract } from "@bazaar/doors/http/connect";
import {
  type ContractState,
  contractAlias,
  type Json,
  type JsonObject,
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
  const turns = `${rules.maxAttempts} attempts, ${rules.investigationRounds} looks`;
  return [
    ...terms.pots.map((pot) => {
      const bounty = "bounty" in pot ? amountWords(pot.bounty, pot.asset) : "a stake";
      const own = `${sideWords("principal", viewer)} ${amountWords(pot.due.principal, pot.asset)}`;
      return line("money", `${bounty} for the repair; held: ${own}, ${stakeOf(terms, viewer)}`);
    }),
    ...(terms.pots.length === 0 ? [line("money", "none (free)")] : []),
    line("work", `${rules.mode}; ${turns}; checked by ${terms.checks.map(checkWords).join(", ")}`),
    line(
      "court",
      court.kind === "none"
        ? "none: there is no way to dispute"
        : `${court.tiers.join(", ")} of ${shortParty(court.judge)}`,
    ),
    line("posted by", `${sideWords("principal", viewer)} (${shortParty(principal)})`),
    line("kept by", `the market (${shortParty(platform)})`),
  ];
}

function stakeOf({ pots }: Terms, viewer: Viewer): string {
  const stakes = pots.map(({ due, asset }) => amountWords(due.agent, asset));
  return `${sideWords("agent", viewer)} ${stakes.join(" + ")}`;
}

function checkWords(check: Terms["checks"][number]): string {
  switch (check.method) {
    case "exit_code":
      return `exit code ${check.expected}`;
    case "output_match":
      return `output that matches ${onOneLine(check.pattern)}`;
    case "principal":
      return "the principal's decision";
  }
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
  if (type === "verify") facts.push(data.success === true ? "it works" : "it does not work");
  const { evidence } = data;
  if (isObject(evidence) && typeof evidence.exit_code === "bigint") {
    facts.push(`exit ${evidence.exit_code}`);
  }
  if (isObject(evidence) && evidence.passed === true) facts.push("its check passed");
  for (const name of ["court", "outcome", "verdict", "price"]) {
    const value = data[name];
    if (typeof value === "string" && value !== "") facts.push(onOneLine(value));
  }
  return facts.join(", ");
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
  const texts = Object.entries(TEXTS).flatMap(([name, label]) => {
    const text = data[name];
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
