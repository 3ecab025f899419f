/**
 * The tools of one solver on one contract. They wait while the contract is halted or disputed, take
 * one call at a time, and turn looks and fixes into acts; the first fix accepts the contract.
 */

import type { Answered, Contract } from "@bazaar/doors/connection";
import { checkCommand } from "@bazaar/guard/check-command";
import {
  type Entry,
  investigationProblem,
  isEnded,
  isJsonObject,
  type Party,
  shownVerdict,
  TEXT_LIMITS,
} from "@bazaar/kernel";
import { attemptsLeft, problemIn, saidIn, waitingIn } from "../problem.ts";
import { type Fix, type Look, type Tools, type Trial, WorkOver } from "../solver.ts";
import { askedTooEarly, stillEarlyMs, untilReadyMs } from "./investigation-rate.ts";
import { withTimeout } from "./with-timeout.ts";
import { act, isWorkable, type WorkContext } from "./work-context.ts";

const MAX_TRIES = 5;
/** How long to wait for a solver after its contract is over: it may learn from the verdict. */
export const LAST_WORDS_MS = 1_000;
/** Leaves the solver time to use the verdict. */
const LAST_LOOK_MS = LAST_WORDS_MS - 200;

/** The tools throw WorkOver once the signal has aborted. */
export function toolsFor(context: WorkContext, price: string | null, signal: AbortSignal): Tools {
  const { watch } = context;
  let last: Promise<unknown> = Promise.resolve();
  /** One call at a time: answers could not be told apart. */
  const inTurn = <T>(use: () => Promise<T>): Promise<T> => {
    const run = (): Promise<T> => {
      if (signal.aborted) throw new WorkOver("the contract is over");
      return use();
    };
    const next = last.then(run, run);
    last = next;
    return next;
  };
  return {
    now: () => problemIn(watch.contract),
    look: (command) => inTurn(() => look(context, command)),
    propose: (fix) => inTurn(() => propose(context, fix, price)),
    hint: (hint) => context.hooks.hinted?.(watch.contract, hint),
    signal,
  };
}

async function look(context: WorkContext, command: string): Promise<Look> {
  const { watch, connection, hooks } = context;
  const problem = surelyRefused(command);
  if (problem !== null) return { isSeen: false, because: problem };
  let because = "";
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const contract = await watch.until(isWorkable);
    if (problemIn(contract).looksLeft === 0) {
      return { isSeen: false, because: "no investigation rounds left" };
    }
    await connection.clock.sleep(untilReadyMs(contract, connection.clock.nowMs()), watch.signal);
    const answer = await act(context, "investigate", { command });
    if (answer.ok) {
      const output = await outputOf(context, answer.value.entry.seq, command);
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

/** Any directory will do: only what is refused everywhere is asked. */
const SOMEWHERE = { directory: "/project", home: "/home" };

/** Why neither the market nor any guard takes this command, before it costs a round; or null. */
function surelyRefused(command: string): string | null {
  const problem = investigationProblem(command);
  if (problem !== null) return problem;
  if (command.length > TEXT_LIMITS.command) return "the command is too long";
  const checked = checkCommand(command, SOMEWHERE);
  if (checked.ok || checked.refusal.code !== "unknown_tool") return null;
  const { tool, problem: because } = checked.refusal;
  return `${JSON.stringify(tool)} is not allowed: ${because}`;
}

async function outputOf({ watch }: WorkContext, seq: number, command: string): Promise<string> {
  const answerIn = ({ transcript }: Contract) =>
    transcript.entries
      .slice(seq + 1)
      .find(({ type, data }) => type === "result" && data.command === command);
  const found = answerIn(await watch.until((contract) => answerIn(contract) !== undefined));
  return String(found?.data.output ?? "");
}

async function propose(context: WorkContext, fix: Fix, price: string | null): Promise<Trial> {
  const { watch, hooks } = context;
  const unfit = unfitness(fix, problemIn(watch.contract).capabilities);
  if (unfit !== null) return { verdict: "not_tried", because: unfit };
  let because = "";
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const contract = await watch.until(isWorkable);
    if (attemptsLeft(contract.state) === 0) break;
    if (contract.state.phase === "investigating") {
      const accepted = await act(context, "accept", price === null ? {} : { price });
      if (!accepted.ok && accepted.refusal.code !== "stale_head") {
        return { verdict: "not_tried", because: accepted.refusal.detail };
      }
      continue;
    }
    const answer = await submit(context, fix);
    if (answer.ok) {
      hooks.fixSubmitted?.(watch.contract, fix);
      return verdictOn(context, answer.value.seq);
    }
    because = answer.refusal.detail;
    if (answer.refusal.code !== "stale_head") break;
  }
  return { verdict: "not_tried", because };
}

/**
 * Submits the fix and returns its entry. An entry found in the chain counts as the market's answer:
 * the principal may have judged it, and the contract may be over, before that answer comes.
 */
async function submit(context: WorkContext, fix: Fix): Promise<Answered<Entry>> {
  const { watch } = context;
  const { seq } = watch.contract.chain;
  const standing = (): Answered<Entry> | null => {
    const since = watch.contract.transcript.entries.slice(seq);
    const value = since.find((entry) => isFixBy(watch.party, fix, entry));
    return value === undefined ? null : { ok: true, value };
  };
  try {
    const answer = await act(context, "fix", fixData(fix));
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

/** Why the fix cannot work, before it costs an attempt. */
export function unfitness(fix: Fix, capabilities: readonly string[]): string | null {
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

/** Waits for the principal's or the court's verdict. */
async function verdictOn(context: WorkContext, fixSeq: number): Promise<Trial> {
  const failureIn = ({ transcript }: Contract) =>
    transcript.entries
      .slice(fixSeq + 1)
      .find(({ type, data }) => type === "verify" && data.success === false);
  const isJudged = (now: Contract): boolean =>
    isEnded(now.state.phase) || (failureIn(now) !== undefined && isDecided(now));
  const contract = await context.watch.until(isJudged).catch(async (error) => {
    const last = await lastLook(context);
    if (last === null || !isJudged(last)) throw error;
    return last;
  });
  if (isPaid(contract)) return { verdict: "pass" };
  const failure = failureIn(contract);
  if (failure === undefined && !isEnded(contract.state.phase)) {
    throw new WorkOver("the fix got no verdict");
  }
  if (failure !== undefined && passesIn(contract, failure)) return { verdict: "declined" };
  const left = isWorkable(contract) ? attemptsLeft(contract.state) : 0;
  const said = failure === undefined ? "" : saidIn(failure);
  return { verdict: "fail", said, attemptsLeft: left, ...waitingIn(failure?.data.evidence) };
}

/** Whether the fix was not taken, although the evidence passes every check or nothing is wrong with it. */
function passesIn({ state }: Contract, { data: { evidence } }: Entry): boolean {
  if (!isJsonObject(evidence)) return false;
  return evidence.not_taken === true || shownVerdict(state.terms.checks, evidence) === "pass";
}

/** When the agent is stopped, the verdict may be there but not received yet. */
async function lastLook({ watch, connection }: WorkContext): Promise<Contract | null> {
  const { clock } = connection;
  const look = (signal: AbortSignal) =>
    connection.contract(watch.contract, signal).catch(() => null);
  const now = await withTimeout({ clock, ms: LAST_LOOK_MS }, look);
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
