/**
 * One act of the user on one contract: checked against the rules here, priced, confirmed, sent. An act
 * that the rules refuse needs no request and no question.
 */
import type { ActName, Connection, Contract } from "@bazaar/doors/http/connect";
import { decide, isEnded, type JsonObject, type Party, type Phase } from "@bazaar/kernel";
import { BadInput } from "@bazaar/terminal";
import { asking, isAskable, noTerminal } from "../prompt.ts";
import { complain, say } from "../terminal.ts";
import { explainMarketRefusal } from "./explain-market-refusal.ts";
import { followUntil, untilPaid } from "./follow-until.ts";
import { withContract } from "./own-contracts.ts";
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
}

export interface Wish {
  /** May depend on the transcript so far. */
  readonly said: (contract: Contract) => Said;
  /** Asked before money is at risk: `Cancel it?`. */
  readonly question: string;
  /** Whether the built-in market's agent gets to answer. */
  readonly isAnswered?: boolean;
}

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
  if (!(await isAgreed(contract, author, wish.question, connection, flags))) return;
  const done = await connection.act(contract, said.act, said.data);
  if (!done.ok) {
    complain(explainMarketRefusal(done.refusal));
    process.exitCode = 1;
    return;
  }
  const { contract: acted } = done.value;
  const { state } = market.url === null ? await whatFollows(connection, acted) : acted;
  for (const line of standingLines(state, viewer, connection.clock.nowMs())) say(line);
}

interface Author extends Said {
  readonly party: Party;
  readonly viewer: NonNullable<Viewer>;
}

/** False if the rules or the user refuse. */
async function isAgreed(
  { state }: Contract,
  { act, data, party, viewer }: Author,
  question: string,
  { clock }: Connection,
  { yes = false }: ActFlags,
): Promise<boolean> {
  // A clock that is off by more than the door allows is refused there anyway.
  const decided = decide(state, { type: act, by: party, data }, clock.nowMs());
  if (!decided.ok) {
    complain(explainMarketRefusal(decided.refusal));
    process.exitCode = 1;
    return false;
  }
  const { lines, isCostly } = stakesOf(state, decided.value, viewer);
  if (lines.length > 0) say(`${shortName(state)}: ${titleOf(state.terms)}`);
  for (const line of lines) say(line);
  if (!isCostly || yes || (await isYes(question))) return true;
  say("Nothing was done.");
  process.exitCode = 1;
  return false;
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
