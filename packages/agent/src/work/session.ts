/**
 * The tools of one solver on one contract. They wait where the contract is halted or disputed, take
 * one call at a time, and turn looks and fixes into acts: the first fix accepts the contract.
 */

import type { Contract } from "@bazaar/doors/http/connect";
import { investigationProblem, isEnded, TEXT_LIMITS } from "@bazaar/kernel";
import { attemptsLeft, problemIn, saidIn } from "../problem.ts";
import { type Fix, type Look, type Tools, type Trial, WorkOver } from "../solver.ts";
import { act, type Desk, isWorkable } from "./desk.ts";

const MAX_TRIES = 5;

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
      return { isSeen: true, output };
    }
    because = answer.refusal.detail;
    const { code } = answer.refusal;
    if (code !== "too_early" && code !== "stale_head") break;
    if (code === "too_early") await connection.clock.sleep(1_000, watch.signal);
  }
  return { isSeen: false, because };
}

/** How long the rate of questions still wants us to wait, if the two clocks agree. */
function untilReadyMs({ state }: Contract, nowMs: number): number {
  if (state.investigatedMs === null) return 0;
  const rateMs = state.terms.rules.investigationRateSeconds * 1_000;
  return Math.min(rateMs, Math.max(0, state.investigatedMs + rateMs - nowMs));
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
    const answer = await act(desk, "fix", fixData(fix));
    if (answer.ok) {
      hooks.fixSubmitted?.(answer.value.contract, fix);
      return verdictOn(desk, answer.value.entry.seq);
    }
    because = answer.refusal.detail;
    if (answer.refusal.code !== "stale_head") break;
  }
  return { verdict: "not_tried", because };
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
async function verdictOn({ watch }: Desk, fixSeq: number): Promise<Trial> {
  const failureIn = ({ transcript }: Contract) =>
    transcript.entries
      .slice(fixSeq + 1)
      .find(({ type, data }) => type === "verify" && data.success === false);
  const contract = await watch.until(
    (now) => isEnded(now.state.phase) || (failureIn(now) !== undefined && isDecided(now)),
  );
  if (isPaid(contract)) return { verdict: "pass" };
  const failure = failureIn(contract);
  if (failure === undefined && !isEnded(contract.state.phase)) {
    throw new WorkOver("nobody will say what became of the fix");
  }
  const left = isWorkable(contract) ? attemptsLeft(contract.state) : 0;
  const said = failure === undefined ? "" : saidIn(failure);
  return { verdict: "fail", said, attemptsLeft: left };
}

function isDecided(contract: Contract): boolean {
  return isWorkable(contract) || contract.state.phase === "contest";
}

function isPaid({ state }: Contract): boolean {
  if (state.phase === "fulfilled") return true;
  const outcome = state.rulings.at(-1)?.outcome;
  return state.phase === "resolved" && (outcome === "fulfilled" || outcome === "evil_principal");
}
