/**
 * The court as procedure over recorded acts: which bench hears a case, who may appeal, and what
 * follows from an answer, a refusal or silence. Who judges, and how, is behind the Judge port.
 */
import type { JsonObject } from "../canonical/json.ts";
import type { Decision, Task } from "../contract/act.ts";
import { end, enter } from "../contract/moves.ts";
import type { Case, ContractState } from "../contract/state.ts";
import type { Terms } from "../contract/terms.ts";
import type { Party } from "../identity/party.ts";
import { InvariantViolation, invariant } from "../invariant.ts";
import { type Refused, refuse } from "../refusal.ts";
import type { Row, Side } from "../settlement/outcome.ts";
import { type JudgeAnswer, lostBy, meaningOf, rowOfRuling } from "./answers.ts";
import { courtOf, isDrawn, judgeOf } from "./courts.ts";
import { canReplay } from "./replay.ts";
import type { Bench, Ruling, RulingOutcome } from "./ruling.ts";

/** The free replay of the check where it is possible, else the court; null where nobody hears it. */
export function firstBench(state: ContractState): Bench | null {
  const { court } = state.terms;
  return canReplay(state) ? "replay" : courtOf(court.kind).next(court, null);
}

/** Where an appeal goes; null when the bench was the last. */
export function nextBench({ court }: Terms, bench: Bench): Bench | null {
  return courtOf(court.kind).next(court, bench === "replay" ? null : bench);
}

/** Who is asked when the replay has no verdict; null where nobody hears the case. */
export function referredTo({ terms, case: open }: ContractState): Bench | null {
  const next = nextBench(terms, "replay");
  // A bench is drawn from the nonce of the side that wants it; a silent buyer wanted none.
  return isDrawn(terms.court, next) && open?.commitment === null ? null : next;
}

/** The side a ruling went against may appeal; when nobody or both lost, either may. */
export function mayAppeal(ruling: Ruling, side: Side): boolean {
  return ruling.against === side || ruling.against === "both" || ruling.against === "nobody";
}

/** Whether a ruling by this author counts. The server judges only where the terms name its key. */
export function isJudge({ court, platform }: Terms, author: Party | "server"): boolean {
  return judgeOf(court) === (author === "server" ? platform : author);
}

/** A case that this side brings before a bench; nothing is asked yet. */
export function openCase(
  state: ContractState,
  side: Side,
  bench: Bench,
  nowMs: number,
  how: Partial<Pick<Case, "frozen" | "commitment">> = {},
): ContractState {
  const opened: Case = {
    filer: side,
    isExit: isLateLeave(state, nowMs),
    leader: side,
    bench,
    isAnswered: false,
    question: null,
    frozen: null,
    commitment: null,
    panel: null,
    ...how,
  };
  return { ...state, case: opened };
}

/** Asks the bench of the case and starts its clock. */
export function deliberate(
  state: ContractState,
  phase: "deliberating" | "halted",
  nowMs: number,
): Decision {
  const { court, platform } = state.terms;
  invariant(state.case !== null, "a court deliberates without a case");
  const question = state.tasks;
  const panel = state.case.bench === "replay" ? null : courtOf(court.kind).begins;
  const next = enter({ ...state, case: { ...state.case, question, panel } }, phase, nowMs);
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
          payload: { contract, judge: judgeOf(court) ?? platform, bench, question, byMs },
        };
  return { state: { ...next, tasks: question + 1 }, tasks: [task], holds: [], legs: [] };
}

/** Records a ruling. The last bench is final at once; otherwise the loser may appeal. */
export function ruleFor(
  state: ContractState,
  outcome: RulingOutcome,
  nowMs: number,
  isUnreadable = false,
): Decision {
  invariant(state.case !== null, "a court rules without a case");
  const { bench } = state.case;
  const against = lostBy(outcome);
  const ruling: Ruling = isUnreadable
    ? { outcome, bench, against, isUnreadable }
    : { outcome, bench, against };
  const ruled = { ...state, rulings: [...state.rulings, ruling] };
  if (nextBench(state.terms, bench) === null) return finalize(ruled);
  return { state: enter(ruled, "ruled", nowMs), tasks: [], holds: [], legs: [] };
}

/** Whether to leave now would cost a fee: after grace, and before anything was handed in. */
function isLateLeave({ terms, seat }: ContractState, nowMs: number): boolean {
  const isBonded = terms.pots.some(({ schedule }) => schedule === "symmetric-bond");
  const graceEndsMs = seat?.graceEndsMs ?? null;
  return isBonded && graceEndsMs !== null && nowMs > graceEndsMs;
}

/** The row that settles the money once this ruling is final. */
export function rowOnceFinal(state: ContractState, ruling: Ruling): Row {
  return exitRow(state, ruling) ?? rowOfRuling(ruling);
}

/**
 * The row of a filer that leaves by its case; null if it does not. Otherwise a court would be the
 * cheap way out: for an agent at the fee of one tier, for a principal for nothing. A court that
 * failed itself costs nobody anything.
 */
function exitRow({ case: open, terms }: ContractState, ruling: Ruling): Row | null {
  const { outcome, bench, isUnreadable } = ruling;
  if (open?.isExit !== true || isUnreadable === true || isDrawn(terms.court, bench)) return null;
  if (open.filer === "principal") return outcome === "impossible" ? "principal_left_late" : null;
  return outcome === "impossible" || outcome === "canceled" ? "agent_left_late" : null;
}

/** The last ruling stands. */
export function finalize(state: ContractState): Decision {
  const ruling = state.rulings.at(-1);
  invariant(ruling !== undefined, "a case is finished without a ruling");
  return end(state, "resolved", rowOnceFinal(state, ruling));
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
        data: {
          ...said,
          outcome: meaning.outcome,
          court: state.case.bench,
          ...(answer === "unreadable" ? { unreadable: true } : {}),
        },
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
