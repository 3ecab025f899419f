/**
 * One act of the person on one contract: found, tried against the rules here, priced, agreed to,
 * sent, and told where it led. A no from the rules costs no request and no question.
 */
import type { ActName, Connection, Contract } from "@bazaar/doors/http/connect";
import { decide, isEnded, type JsonObject, type Party, type Phase } from "@bazaar/kernel";
import { BadInput } from "@bazaar/terminal";
import { asking, isAskable, noTerminal } from "../prompt.ts";
import { complain, say } from "../terminal.ts";
import { explainNo } from "./explain-no.ts";
import { followUntil, untilPaid } from "./follow-until.ts";
import { withContract } from "./own-contracts.ts";
import { stakesOf } from "./stakes.ts";
import { shortName, standingLines, titleOf } from "./standing.ts";
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
  /** Both may depend on what was said and done so far. */
  readonly said: (contract: Contract) => Said;
  /** What is asked before money is risked, `Cancel it?`. */
  readonly question: string;
  /** Whether the other side is to be given its say on the embedded market. */
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
    complain(explainNo(done.refusal));
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

/** False where the rules say no, or the person does. */
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
    complain(explainNo(decided.refusal));
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

/** @throws BadInput where there is nobody to ask. */
async function isYes(question: string): Promise<boolean> {
  if (!isAskable()) throw new BadInput(noTerminal("use --yes to confirm"));
  const { signal } = new AbortController();
  return (await asking(signal, (prompt) => prompt.isYes(question))) ?? false;
}

/**
 * The embedded market works only while this program runs: it stays for the payout, and for a court
 * whose windows would otherwise pass with nobody there.
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
