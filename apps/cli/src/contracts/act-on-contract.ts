/**
 * One act of the user on one contract: checked against the rules here, priced, confirmed, sent. An act
 * that the rules refuse needs no request and no question.
 */
import type { ActName, Connection, Contract } from "@bazaar/doors/connection";
import { decide, isEnded, type JsonObject, type Party, type Phase } from "@bazaar/kernel";
import { BadInput } from "@bazaar/terminal";
import { asking, isAskable, noTerminal } from "@bazaar/terminal/prompt";
import { complain, say } from "../terminal.ts";
import { contractJson } from "./contract-json.ts";
import { explainMarketRefusal } from "./explain-market-refusal.ts";
import { followUntil, untilPaid } from "./follow-until.ts";
import { withContract } from "./own-contracts.ts";
import { sayJson } from "./say-json.ts";
import { stakesOf } from "./stakes.ts";
import { shortName, standingLines, titleOf } from "./state-words.ts";
import { type Viewer, viewerOf } from "./viewer.ts";
import type { AtMarket, MarketFlags } from "./with-market.ts";

export interface Said {
  readonly act: ActName;
  readonly data: JsonObject;
}

export interface ActFlags extends MarketFlags {
  readonly yes?: boolean;
  readonly json?: boolean;
}

export interface Wish {
  /** May depend on the transcript so far. */
  readonly said: (contract: Contract) => Said;
  /** Asked before money is at risk: `Cancel it?`. */
  readonly question: string;
  /** Whether the built-in market's agent gets to answer. */
  readonly isAnswered?: boolean;
}

/** They change nothing that is shown afterwards. */
const SAYING: readonly ActName[] = ["message", "answer"];
const SLACK_MS = 5_000;
const IN_COURT: readonly Phase[] = ["awaiting_response", "deliberating", "halted"];

export async function actOnContract(name: string, wish: Wish, flags: ActFlags): Promise<void> {
  const needs = { hasAgent: wish.isAnswered === true };
  await withContract(name, flags, (contract, at) => actAt(contract, at, wish, flags), needs);
}

async function actAt(
  contract: Contract,
  { connection, party, market }: AtMarket,
  wish: Wish,
  flags: ActFlags,
): Promise<void> {
  const viewer = viewerOf(contract, party);
  if (party === null || viewer === null) throw new BadInput(notYours(contract));
  const said = wish.said(contract);
  const author = { party, viewer, ...said };
  const problem = await problemOf(contract, author, wish.question, connection, flags);
  if (problem !== null) {
    notDone(contract, said.act, problem, flags);
    return;
  }
  const done = await connection.act(contract, said.act, said.data);
  if (!done.ok) {
    notDone(contract, said.act, explainMarketRefusal(done.refusal), flags);
    return;
  }
  const { contract: acted } = done.value;
  const now = market.url === null ? await whatFollows(connection, acted) : acted;
  if (flags.json === true) sayJson(actJson(now, said.act, null));
  else {
    if (SAYING.includes(said.act)) say("Sent.");
    for (const line of standingLines(now.state, viewer, connection.clock.nowMs())) say(line);
  }
}

function notDone(contract: Contract, act: ActName, problem: string, { json }: ActFlags): void {
  process.exitCode = 1;
  if (json === true) sayJson(actJson(contract, act, problem));
  else if (problem === DECLINED) say(DECLINED);
  else complain(problem);
}

function actJson(contract: Contract, act: ActName, problem: string | null): JsonObject {
  return { done: problem === null, act, problem, contract: contractJson(contract) };
}

const DECLINED = "Nothing was done.";

interface Author extends Said {
  readonly party: Party;
  readonly viewer: NonNullable<Viewer>;
}

/** Why the rules or the user refuse; null if they agree. */
async function problemOf(
  { state, transcript }: Contract,
  { act, data, party, viewer }: Author,
  question: string,
  { clock }: Connection,
  { yes = false, json = false }: ActFlags,
): Promise<string | null> {
  // A clock that is off by more than the door allows is refused there anyway.
  const decided = decide(state, { type: act, by: party, data }, clock.nowMs());
  if (!decided.ok) return explainMarketRefusal(decided.refusal);
  const { lines, isCostly } = stakesOf(state, decided.value, viewer);
  const tell = json ? complain : say;
  if (lines.length > 0) tell(`${shortName(state)}: ${titleOf(state.terms)}`);
  for (const line of lines) tell(line);
  if (act === "appeal" && isRuledByFacts(transcript)) tell(SAME_FACTS);
  if (!isCostly || yes) return null;
  if (json) throw new BadInput("--json asks nothing; use --yes to confirm");
  return (await isYes(question)) ? null : DECLINED;
}

const SAME_FACTS =
  "The last ruling used only the recorded facts, without a model. A court without one decides from the same facts again.";

function isRuledByFacts({ entries }: Contract["transcript"]): boolean {
  return entries.findLast(({ type }) => type === "ruling")?.data.judge_kind === "facts";
}

/** @throws BadInput without a terminal. */
async function isYes(question: string): Promise<boolean> {
  if (!isAskable()) throw new BadInput(noTerminal("use --yes to confirm"));
  const { signal } = new AbortController();
  return (await asking(signal, (prompt) => prompt.isYes(question))) ?? false;
}

/**
 * The built-in market works only while this program runs, so it waits for the payout, and for a court
 * whose deadlines would otherwise pass.
 */
async function whatFollows(connection: Connection, from: Contract): Promise<Contract> {
  let current = from;
  if (isInCourt(current)) {
    complain("waiting for the court; after Ctrl+C it continues the next time fix runs");
    const { responseSeconds, rulingSeconds } = current.state.terms.rules;
    // The check is run again first where there is one, so two benches may sit.
    const limitMs = (responseSeconds + 2 * rulingSeconds) * 1_000 + SLACK_MS;
    current = await followUntil(connection, current, (now) => !isInCourt(now), { limitMs });
  }
  if (!isEnded(current.state.phase)) return current;
  return untilPaid(connection, current);
}

function isInCourt({ state }: Contract): boolean {
  return IN_COURT.includes(state.phase);
}

function notYours(contract: Contract): string {
  return `${shortName(contract)} is not yours: only its two sides may act on it. fix show and fix verify can read it.`;
}
