/** The state of a contract in words: its phase, what it waits for, until when, and what then. */
import {
  type ContractState,
  contractAlias,
  isOverdue,
  type Phase,
  type Side,
  type Terms,
  timeoutAct,
  unreachable,
} from "@bazaar/kernel";
import { onOneLine } from "./inert-lines.ts";
import { heldWords } from "./money-words.ts";
import { durationWords } from "./time-words.ts";
import { sideWords, type Viewer } from "./viewer.ts";

const ALIAS_SHOWN = 16;
const MAX_COMMAND = 40;

/** The id, shortened. */
export function shortName({ id }: Pick<ContractState, "id">): string {
  return contractAlias(id).slice(0, ALIAS_SHOWN);
}

/** The command that failed, or what kind of work it is. */
export function titleOf({ work }: Terms, maxColumns = MAX_COMMAND): string {
  const { command } = work.spec;
  return typeof command === "string" && command.trim() !== ""
    ? onOneLine(command, maxColumns)
    : `(${work.kind})`;
}

function phaseWords(phase: Phase): string {
  return phase.replaceAll("_", " ");
}

/** The phase, and how it ended where that says more. */
export function endWords({ phase, outcome }: ContractState): string {
  if (outcome === null || outcome.row === phase) return phaseWords(phase);
  return `${phaseWords(phase)} (${outcome.row.replaceAll("_", " ")})`;
}

/** `your review, 1 h 59 min left`; null once the contract has ended. */
export function waitingWords(state: ContractState, viewer: Viewer, nowMs: number): string | null {
  const { deadline } = state;
  if (deadline === null) return null;
  const left = isOverdue(state, nowMs)
    ? "time is up"
    : `${durationWords(deadline.atMs - nowMs)} left`;
  return `${awaited(deadline, viewer)}, ${left}`;
}

type Deadline = NonNullable<ContractState["deadline"]>;

function awaited({ kind, waitingFor }: Deadline, viewer: Viewer): string {
  // Of two sides, where the clock waits for one.
  const side = waitingFor === "principal" ? "principal" : "agent";
  switch (kind) {
    case "funding":
      return `${whose("principal", viewer)} deposit`;
    case "pickup":
      return "an agent to take it";
    case "reservation":
      return `${whose("agent", viewer)} deposit`;
    case "expiry":
      if (waitingFor === "any_agent") return "an agent to take it";
      return nextStep(side, viewer);
    case "turn":
    case "look":
      return nextStep(side, viewer);
    case "verification":
      return `${whose("principal", viewer)} verification of the fix`;
    case "review":
      return `${whose("principal", viewer)} review`;
    case "contest":
      return "the agent to accept the rejection or dispute it";
    case "response":
    case "fallback":
      return `${whose(side, viewer)} answer to the dispute`;
    case "ruling":
      return "the court";
    case "reveal":
      return `${whose(side, viewer)} nonce`;
    case "draw":
      return "the draw of the arbiters";
    case "acceptance":
      return "the arbiters to take their seats";
    case "evidence":
      return `evidence of ${eitherWords(waitingFor, viewer)}`;
    case "votes":
      return "the votes of the arbiters";
    case "opening":
      return "the arbiters to open their votes";
    case "appeal":
      return `an appeal by ${eitherWords(waitingFor, viewer)}`;
    default:
      return unreachable(kind);
  }
}

function nextStep(side: Side, viewer: Viewer): string {
  return `${whose(side, viewer)} ${side === "principal" ? "answer" : "next step"}`;
}

function whose(side: Side, viewer: Viewer): string {
  return side === viewer ? "your" : `the ${side}'s`;
}

function eitherWords(waitingFor: Deadline["waitingFor"], viewer: Viewer): string {
  if (waitingFor === "principal" || waitingFor === "agent") return sideWords(waitingFor, viewer);
  return "either side";
}

/** What happens when the deadline passes. */
export function silenceWords(state: ContractState, viewer: Viewer): string | null {
  if (state.deadline === null) return null;
  const { type, data } = timeoutAct(state);
  switch (type) {
    case "auto_cancel":
      return data.reason === "unclaimed" || data.reason === "unfunded"
        ? "the contract is canceled and the money is returned"
        : "the contract is canceled";
    case "abandoned":
      return "the agent loses its seat";
    case "review_opened":
      return `${whose("principal", viewer)} review begins`;
    case "auto_fulfill":
      return "the fix counts as accepted and the agent is paid";
    case "in_absentia":
      return state.phase === "review"
        ? "the market runs the check again, and that decides"
        : "the court rules without that answer";
    case "checked":
      return "the next court hears the case";
    case "ruling_final":
      if (data.reason === "votes_over") return "the votes decide";
      return data.reason === "unanswered"
        ? "the side that filed the dispute wins it"
        : "the ruling is final";
    case "voided":
      return "the contract is void and deposits are returned, less a platform fee if one is due";
    case "panel_drawn":
      return "the arbiters are asked";
    case "lapsed":
      return data.reason === "unrevealed"
        ? "the dispute lapses"
        : "there is no panel: whether the dispute is answered decides";
    case "funded":
    case "extended":
    case "panel_called":
    case "settled":
      // No clock causes them.
      return null;
    default:
      return unreachable(type);
  }
}

/** The state in a line or two, printed after every act. */
export function standingLines(
  state: ContractState,
  viewer: Viewer,
  nowMs: number,
): readonly string[] {
  const waiting = waitingWords(state, viewer, nowMs);
  const held = heldWords(state);
  const money = held === null ? "" : `; ${held} held`;
  const name = shortName(state);
  if (waiting === null) {
    const paid = state.legs === 0 ? "" : state.isSettled ? "; paid out" : "; being paid out";
    return [`${name} has ended: ${endWords(state)}${paid}`];
  }
  const then = silenceWords(state, viewer);
  return [
    `${name} is ${phaseWords(state.phase)}${money}`,
    `it waits for ${waiting}${then === null ? "" : `; then ${then}`}`,
  ];
}
