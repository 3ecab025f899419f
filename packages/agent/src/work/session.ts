/**
 * The tools of one solver on one contract. They wait where the contract is halted or disputed, take
 * one call at a time, and turn looks and fixes into acts: the first fix accepts the contract.
 */

import type { Answered, Contract } from "@bazaar/doors/http/connect";
import { type Entry, investigationProblem, isEnded, type Party, TEXT_LIMITS } from "@bazaar/kernel";
import { attemptsLeft, problemIn, saidIn } from "../problem.ts";
import { type Fix, type Look, type Tools, type Trial, WorkOver } from "../solver.ts";
import { act, type Desk, isWorkable } from "./desk.ts";
import { askedTooEarly, stillEarlyMs, untilReadyMs } from "./pace.ts";
import { within } from "./within.ts";

const MAX_TRIES = 5;
/** How long a solver is waited for once its contract is over: it may learn from the verdict. */
export const LAST_WORDS_MS = 1_000;
/** The verdict must come while the solver is still waited for, with time to make use of it. */
const LAST_LOOK_MS = LAST_WORDS_MS - 200;

/** Tools for as long as the signal does not abort; a solver that comes too late finds them shut. */
export function toolsFor(desk: Desk, price: string | null, signal: AbortSignal): Tools {
  const { watch } = desk;
  let last: Promise<unknown> = Promise.resolve();
  /** Two questions at once would be two answers in one order or the other. */
  const inTurn = <T>(use: () => Promise<T>): Promise<T> => {
    const run = (): Promise<T> => {
      if (signal.aborted) throw new WorkOver("the tools are shut");
      return use();
    };
    const next = last.then(run, run);
    last = next;
    return next;
  };
  return {
    now: () => problemIn(watch.contract),
    look: (command) => inTurn(() => look(desk, command)),
    propose: (fix) => inTurn(() => propose(desk, fix, price)),
    signal,
  };
}

async function look(desk: Desk, command: string): Promise<Look> {
  const { watch, connection, hooks } = desk;
  const problem = investigationProblem(command);
  if (problem !== null || command.length > TEXT_LIMITS.command) {
    return { isSeen: false, because: problem ?? "the command is too long" };
  }
  let because = "";
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const contract = await watch.until(isWorkable);
    if (problemIn(contract).looksLeft === 0) {
      return { isSeen: false, because: "every investigation round is used" };
    }
    await connection.clock.sleep(untilReadyMs(contract, connection.clock.nowMs()), watch.signal);
    const answer = await act(desk, "investigate", { command });
    if (answer.ok) {
      const output = await outputOf(desk, answer.value.entry.seq, command);
      hooks.investigationResult?.(watch.contract, command, output);
      const againInMs = askedTooEarly(output);
      if (againInMs === null) return { isSeen: true, output };
      because = output;
      await connection.clock.sleep(againInMs, watch.signal);
      continue;
    }
    because = answer.refusal.detail;
    const { code, facts } = answer.refusal;
    if (code !== "too_early" && code !== "stale_head") break;
    if (code === "too_early") await connection.clock.sleep(stillEarlyMs(facts), watch.signal);
  }
  return { isSeen: false, because };
}

async function outputOf({ watch }: Desk, seq: number, command: string): Promise<string> {
  const answerIn = ({ transcript }: Contract) =>
    transcript.entries
      .slice(seq + 1)
      .find(({ type, data }) => type === "result" && data.command === command);
  const found = answerIn(await watch.until((contract) => answerIn(contract) !== undefined));
  return String(found?.data.output ?? "");
}

async function propose(desk: Desk, fix: Fix, price: string | null): Promise<Trial> {
  const { watch, hooks } = desk;
  const unfit = unfitness(fix, problemIn(watch.contract).capabilities);
  if (unfit !== null) return { verdict: "not_tried", because: unfit };
  let because = "";
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const contract = await watch.until(isWorkable);
    if (attemptsLeft(contract.state) === 0) break;
    if (contract.state.phase === "investigating") {
      const accepted = await act(desk, "accept", price === null ? {} : { price });
      if (!accepted.ok && accepted.refusal.code !== "stale_head") {
        return { verdict: "not_tried", because: accepted.refusal.detail };
      }
      continue;
    }
    const answer = await handIn(desk, fix);
    if (answer.ok) {
      hooks.fixSubmitted?.(watch.contract, fix);
      return verdictOn(desk, answer.value.seq);
    }
    because = answer.refusal.detail;
    if (answer.refusal.code !== "stale_head") break;
  }
  return { verdict: "not_tried", because };
}

/**
 * The fix as it stands in the chain. That it stands there is as good as an answer: the principal
 * may have judged it, and the contract may be over, before the market's own answer comes.
 */
async function handIn(desk: Desk, fix: Fix): Promise<Answered<Entry>> {
  const { watch } = desk;
  const { seq } = watch.contract.chain;
  const standing = (): Answered<Entry> | null => {
    const since = watch.contract.transcript.entries.slice(seq);
    const value = since.find((entry) => isFixBy(watch.party, fix, entry));
    return value === undefined ? null : { ok: true, value };
  };
  try {
    const answer = await act(desk, "fix", fixData(fix));
    return answer.ok ? { ok: true, value: answer.value.entry } : (standing() ?? answer);
  } catch (error) {
    const stands = standing();
    if (stands === null) throw error;
    return stands;
  }
}

function isFixBy(agent: Party, fix: Fix, { type, author, data }: Entry): boolean {
  return type === "fix" && author === agent && data.fix === fix.shell;
}

function fixData({ shell, explanation, correctedCommand }: Fix) {
  const command = correctedCommand === undefined ? {} : { command: correctedCommand };
  return { fix: shell, explanation, ...command };
}

/** A fix that needs what is not there would fail, and cost an attempt to say so. */
function unfitness(fix: Fix, capabilities: readonly string[]): string | null {
  const missing = fix.needs?.find((name) => !capabilities.includes(name));
  if (missing !== undefined) return `it needs ${missing}, which is not available`;
  const { shell, explanation, correctedCommand = "-" } = fix;
  const isTooLong =
    shell.length > TEXT_LIMITS.fix ||
    explanation.length > TEXT_LIMITS.explanation ||
    correctedCommand.length > TEXT_LIMITS.command;
  if (isTooLong) return "it is too long";
  return correctedCommand.trim() === "" ? "its corrected command is empty" : null;
}

/** Until the principal has said what became of the fix, or a court has. */
async function verdictOn(desk: Desk, fixSeq: number): Promise<Trial> {
  const failureIn = ({ transcript }: Contract) =>
    transcript.entries
      .slice(fixSeq + 1)
      .find(({ type, data }) => type === "verify" && data.success === false);
  const isJudged = (now: Contract): boolean =>
    isEnded(now.state.phase) || (failureIn(now) !== undefined && isDecided(now));
  const contract = await desk.watch.until(isJudged).catch(async (error) => {
    const last = await lastLook(desk);
    if (last === null || !isJudged(last)) throw error;
    return last;
  });
  if (isPaid(contract)) return { verdict: "pass" };
  const failure = failureIn(contract);
  if (failure === undefined && !isEnded(contract.state.phase)) {
    throw new WorkOver("nobody will say what became of the fix");
  }
  const left = isWorkable(contract) ? attemptsLeft(contract.state) : 0;
  const said = failure === undefined ? "" : saidIn(failure);
  return { verdict: "fail", said, attemptsLeft: left };
}

/** An agent that is told to stop may have been judged already, and not have heard of it. */
async function lastLook({ watch, connection }: Desk): Promise<Contract | null> {
  const { clock } = connection;
  const look = (signal: AbortSignal) =>
    connection.contract(watch.contract.id, signal).catch(() => null);
  const now = await within({ clock, ms: LAST_LOOK_MS }, look);
  return now?.ok ? now.value : null;
}

function isDecided(contract: Contract): boolean {
  return isWorkable(contract) || contract.state.phase === "contest";
}

function isPaid({ state }: Contract): boolean {
  if (state.phase === "fulfilled") return true;
  const outcome = state.rulings.at(-1)?.outcome;
  return state.phase === "resolved" && (outcome === "fulfilled" || outcome === "evil_principal");
}
