/**
 * The court as procedure over recorded acts: which bench hears a case, who may appeal, and what
 * follows from an answer, a refusal or silence. Who judges, and how, is behind the Judge port.
 */
import type { JsonObject } from "../canonical/json.ts";
import { isReplayable } from "../check/check.ts";
import type { Decision, Task } from "../contract/act.ts";
import { end, enter } from "../contract/moves.ts";
import type { ContractState } from "../contract/state.ts";
import type { Terms } from "../contract/terms.ts";
import type { Party } from "../identity/party.ts";
import { InvariantViolation, invariant } from "../invariant.ts";
import { type Refused, refuse } from "../refusal.ts";
import type { Side } from "../settlement/outcome.ts";
import { type JudgeAnswer, lostBy, meaningOf, rowOfRuling } from "./answers.ts";
import type { Bench, Ruling, RulingOutcome } from "./ruling.ts";

/**
 * The free replay of the check comes first, but only after a fix: without one it is bound to fail,
 * and would be the cheapest way to leave late. Otherwise the lowest tier.
 */
export function firstBench({ terms, seat }: ContractState): Bench | null {
  if (terms.court.kind === "none") return null;
  // After acceptance only the first fix sets the grace period to null.
  const isHandedIn = seat?.isAccepted === true && seat.graceEndsMs === null;
  if (isHandedIn && isReplayable(terms.work.kind, terms.checks)) return "replay";
  return terms.court.tiers[0] ?? null;
}

/** Where an appeal goes; null when the bench was the last. */
export function nextBench(terms: Terms, bench: Bench): Bench | null {
  if (terms.court.kind !== "tiered" || bench === "panel") return null;
  if (bench === "replay") return terms.court.tiers[0] ?? null;
  const index = terms.court.tiers.indexOf(bench);
  return terms.court.tiers[index + 1] ?? null;
}

/** The side a ruling went against may appeal; when nobody or both lost, either may. */
export function mayAppeal(ruling: Ruling, side: Side): boolean {
  return ruling.against === side || ruling.against === "both" || ruling.against === "nobody";
}

/** Whether a ruling by this author counts. The server judges only where the terms name its key. */
export function isJudge({ court, platform }: Terms, author: Party | "server"): boolean {
  if (court.kind === "none") return false;
  return court.judge === (author === "server" ? platform : author);
}

/** Asks the bench of the case and starts its clock. */
export function deliberate(
  state: ContractState,
  phase: "deliberating" | "halted",
  nowMs: number,
): Decision {
  const { court } = state.terms;
  invariant(state.case !== null && court.kind === "tiered", "a court deliberates without a case");
  const question = state.tasks;
  const next = enter({ ...state, case: { ...state.case, question } }, phase, nowMs);
  const contract = state.id;
  const key = `${contract}/task/${question}`;
  invariant(next.deadline !== null, `${phase} has no clock`);
  const byMs = next.deadline.atMs;
  const { bench } = state.case;
  const task: Task =
    bench === "replay"
      ? { kind: "run_check", key, payload: { contract, question, byMs } }
      : {
          kind: "ask_judge",
          key,
          payload: { contract, judge: court.judge, bench, question, byMs },
        };
  return { state: { ...next, tasks: question + 1 }, tasks: [task], holds: [], legs: [] };
}

/** Records a ruling. The last bench is final at once; otherwise the loser may appeal. */
export function ruleFor(state: ContractState, outcome: RulingOutcome, nowMs: number): Decision {
  invariant(state.case !== null, "a court rules without a case");
  const { bench } = state.case;
  const ruling: Ruling = { outcome, bench, against: lostBy(outcome) };
  const ruled = { ...state, rulings: [...state.rulings, ruling] };
  if (nextBench(state.terms, bench) === null) return finalize(ruled);
  return { state: enter(ruled, "ruled", nowMs), tasks: [], holds: [], legs: [] };
}

/** The last ruling stands. */
export function finalize(state: ContractState): Decision {
  const ruling = state.rulings.at(-1);
  invariant(ruling !== undefined, "a case is finished without a ruling");
  return end(state, "resolved", rowOfRuling(ruling));
}

/** The act that records what a judge answered, or failed to answer. */
export function actOnAnswer(
  state: ContractState,
  answer: JudgeAnswer,
  question: number,
  reasoning: JsonObject,
): { readonly type: "ruling" | "ruling_final" | "voided"; readonly data: JsonObject } {
  invariant(state.case !== null, "a judge answers without a case");
  const meaning = meaningOf(answer, state.rulings.length > 0 ? "appeal" : "first");
  const said = { ...reasoning, question: BigInt(question) };
  switch (meaning.is) {
    case "ruling":
      return {
        type: "ruling",
        data: { ...said, outcome: meaning.outcome, court: state.case.bench },
      };
    case "upheld":
      return { type: "ruling_final", data: { ...said, reason: answer } };
    case "voided":
      return { type: "voided", data: { ...said, reason: answer } };
    default:
      throw new InvariantViolation(`a judge's ${answer} cannot mean ${meaning.is}`);
  }
}

/** Refuses an answer that does not belong to the question that is open now. */
export function staleAnswer({ case: open }: ContractState, got: number | null): Refused | null {
  const expected = open?.question ?? null;
  if (expected !== null && expected === got) return null;
  return refuse({ code: "stale_answer", expected, got });
}
