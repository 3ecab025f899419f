/** Taking the one seat of a contract, and leaving it. */
import { judgeOf } from "../court/courts.ts";
import type { Party } from "../identity/party.ts";
import { accept, type Result, refuse } from "../refusal.ts";
import type { ActInput, Decision } from "./act.ts";
import { areSeatsExhausted } from "./clocks.ts";
import { MAX_TRANSCRIPT, transcriptLength } from "./length.ts";
import { withLooked } from "./looking.ts";
import { end, enter, followedBy, reopen, vacate, withSeat } from "./moves.ts";
import type { ContractState, Seat } from "./state.ts";

/** Gives the seat to the author, or refuses. */
export function takeSeat(input: ActInput): Result<ContractState> {
  const { state, act, nowMs, facts } = input;
  const { terms } = state;
  const author = act.by;
  if (author === "server") return refuse({ code: "not_a_party", author, act: act.type });
  if (facts.isSameOwner(author, terms.principal)) return refuse({ code: "own_contract", author });
  const judge = judgeOf(terms.court);
  if (judge !== null && facts.isSameOwner(author, judge)) {
    return refuse({ code: "conflict_of_interest", author });
  }
  if (terms.agent !== null && terms.agent !== author) {
    return refuse({ code: "reserved_for", agent: terms.agent });
  }
  // Several keys of one owner count as one agent.
  if (state.formerAgents.some((former) => facts.isSameOwner(former, author))) {
    return refuse({ code: "held_before", author });
  }
  if (areSeatsExhausted(state)) {
    return refuse({ code: "seats_exhausted", limit: terms.rules.maxAgents });
  }
  if (transcriptLength(state) > MAX_TRANSCRIPT) {
    return refuse({
      code: "transcript_full",
      length: transcriptLength(state),
      limit: MAX_TRANSCRIPT,
    });
  }
  const number = state.seatsTaken + 1;
  return accept({ ...state, seat: freshSeat(author, number, nowMs), seatsTaken: number });
}

function freshSeat(agent: Party, number: number, sinceMs: number): Seat {
  return {
    agent,
    number,
    sinceMs,
    isAccepted: false,
    graceEndsMs: null,
    attempts: 0,
    rounds: 0,
    pending: [],
    talkTurns: 0,
    messages: { principal: 0, agent: 0 },
  };
}

/** Continues with the agent's whole deposit: the look, or, where looking is over, the work. */
export function seatFunded(state: ContractState, nowMs: number): ContractState {
  if (state.looking.isOver) return beginWork(state, nowMs);
  // Time in `reserved` counts for the contract, not for this agent's own look.
  return enter(withLooked(state, nowMs), "investigating", nowMs);
}

/** The agent has accepted: the grace period starts. A command without a result stays open. */
export function beginWork(state: ContractState, nowMs: number): ContractState {
  const graceEndsMs = nowMs + state.terms.rules.graceSeconds * 1_000;
  const seated = withSeat(withLooked(state, nowMs), { isAccepted: true, graceEndsMs });
  const accepted = { ...seated, expiresMs: expiryOnceAccepted(state, nowMs) };
  const { deadline } = state;
  // The principal's turn runs on, unless the end of the look has hidden when it ends.
  if (deadline?.waitingFor === "principal" && deadline.kind === "turn") {
    return { ...accepted, phase: "in_progress", deadline };
  }
  return enter(withSeat(accepted, { talkTurns: 0 }), "in_progress", nowMs);
}

/** A task without an expiry of its own may take as long as a turn. */
function expiryOnceAccepted({ terms, expiresMs }: ContractState, nowMs: number): number | null {
  if (terms.work.kind !== "task") return null;
  return expiresMs ?? nowMs + terms.rules.turnSeconds * 1_000;
}

/** Leaves before acceptance, for free: the seat opens again; with a named agent the contract ends. */
export function leaveFreely(state: ContractState, nowMs: number): Decision {
  if (state.terms.agent === null) return reopen(state, "seat_returned", nowMs);
  if (state.phase === "investigating") return end(state, "canceled", "withdrawn");
  return followedBy(vacate(state, "seat_returned"), (left) => end(left, "canceled", "unclaimed"));
}

/**
 * Leaves after acceptance: settled at once; the terms say whether the contract opens again. What it
 * costs depends on when the agent left, which may be before its silence was recorded.
 */
export function leaveWork(state: ContractState, leftMs: number, nowMs: number): Decision {
  const isFree = isFixRejected(state) || (isInGrace(state, leftMs) && !state.looking.isOver);
  const mayReopen = state.terms.rules.reopens && state.terms.agent === null;
  if (mayReopen) return reopen(state, isFree ? "seat_returned" : "seat_left_late", nowMs);
  return end(state, "canceled", isFree ? "agent_left_in_grace" : "agent_left_late");
}

/**
 * Whether the principal has turned down a fix of this agent, where both stake alike. The agent has
 * then done its part and may leave for free; otherwise a liar could keep it at work, or be paid.
 */
export function isFixRejected({ terms, seat }: ContractState): boolean {
  const isBonded = terms.pots.some(({ schedule }) => schedule === "symmetric-bond");
  return isBonded && seat !== null && seat.attempts > 0;
}

export function isInGrace(state: ContractState, nowMs: number): boolean {
  const graceEndsMs = state.seat?.graceEndsMs ?? null;
  return graceEndsMs !== null && nowMs <= graceEndsMs;
}
