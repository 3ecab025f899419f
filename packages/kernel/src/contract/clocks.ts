/**
 * The clock of every open phase: how long it runs, whom it waits for, and what the server writes
 * after the deadline.
 *
 * Every open phase has exactly one clock, so money is never held without a deadline.
 */
import type { JsonObject } from "../canonical/json.ts";
import type { Silence, Window } from "../court/court.ts";
import { courtOf } from "../court/courts.ts";
import { canReplay, replaySilence, replayWindow } from "../court/replay.ts";
import { InvariantViolation, invariant, unreachable } from "../invariant.ts";
import { OTHER_SIDE, type Side } from "../settlement/outcome.ts";
import type { ServerAct } from "./act-rules.ts";
import { lookEndsMs } from "./looking.ts";
import { MAX_CONTEST_SECONDS, type Rules } from "./rules.ts";
import type { ClockKind, ContractState, Deadline, OpenPhase, WaitingFor } from "./state.ts";

/** The deadline of a phase that is entered now. */
export function deadlineOf(state: ContractState, phase: OpenPhase, nowMs: number): Deadline {
  const { rules } = state.terms;
  const after = (kind: ClockKind, seconds: number, waitingFor: WaitingFor): Deadline => ({
    kind,
    atMs: nowMs + seconds * 1_000,
    waitingFor,
  });
  switch (phase) {
    case "unfunded":
      return after("funding", rules.fundingSeconds, "principal");
    case "open":
      if (state.expiresMs !== null) return expiry(state.expiresMs, "any_agent");
      // After the last seat there is no agent left to wait for.
      return after("pickup", areSeatsExhausted(state) ? 0 : rules.pickupSeconds, "any_agent");
    case "reserved":
      return within(
        after("reservation", rules.reservationSeconds, "agent"),
        lookEndsMs(state, phase),
      );
    case "investigating": {
      const turn = after("turn", rules.turnSeconds, onTurn(state));
      const { expiresMs } = state;
      if (expiresMs !== null && expiresMs < turn.atMs) return expiry(expiresMs, turn.waitingFor);
      return within(turn, lookEndsMs(state, phase));
    }
    case "in_progress":
      if (state.expiresMs !== null) return expiry(state.expiresMs, "agent");
      return after("turn", rules.turnSeconds, onTurn(state));
    case "verifying":
      return after("verification", rules.executionSeconds + rules.verificationSeconds, "principal");
    case "review":
      return after("review", rules.reviewSeconds, "principal");
    case "contest":
      return after("contest", contestMs(rules) / 1_000, "agent");
    case "awaiting_response":
      invariant(state.case !== null, "a response is awaited without a case");
      return after("response", rules.responseSeconds, OTHER_SIDE[state.case.leader]);
    case "deliberating":
    case "halted": {
      const { kind, seconds, waitingFor } = benchWindow(state);
      return after(kind, seconds, waitingFor);
    }
    case "ruled":
      return after("appeal", rules.appealSeconds, appellant(state));
    default:
      return unreachable(phase);
  }
}

function expiry(atMs: number, waitingFor: WaitingFor): Deadline {
  return { kind: "expiry", atMs, waitingFor };
}

/** How long the agent may dispute a rejection: longer where the principal's own window was long. */
export function contestMs({ contestSeconds, reviewSeconds }: Rules): number {
  const shareMs = reviewSeconds * 50; // Five per cent of it.
  return Math.min(Math.max(contestSeconds * 1_000, shareMs), MAX_CONTEST_SECONDS * 1_000);
}

/** The same clock, unless the look must end before it. */
function within(deadline: Deadline, endsMs: number | null): Deadline {
  if (endsMs === null || deadline.atMs <= endsMs) return deadline;
  return { ...deadline, kind: "look", atMs: endsMs };
}

/** What the server writes once the deadline has passed. */
export function timeoutAct(state: ContractState): { type: ServerAct; data: JsonObject } {
  invariant(state.deadline !== null, `${state.phase} has no clock`);
  if (state.phase === "deliberating" || state.phase === "halted") return benchSilence(state);
  const { kind, waitingFor } = state.deadline;
  switch (kind) {
    case "funding":
      return { type: "auto_cancel", data: { reason: "unfunded" } };
    case "pickup":
      return { type: "auto_cancel", data: { reason: "unclaimed" } };
    case "reservation":
      return { type: "abandoned", data: { reason: "no_deposit" } };
    case "look":
      return { type: "abandoned", data: { reason: "look_over" } };
    case "turn":
      return waitingFor === "principal"
        ? { type: "auto_cancel", data: { reason: "principal_silent" } }
        : { type: "abandoned", data: { reason: "agent_silent" } };
    case "expiry":
      return { type: "auto_cancel", data: { reason: "expired" } };
    case "verification":
      return { type: "review_opened", data: {} };
    case "review":
      // Silence is consent only where nobody can look for itself.
      return { type: canReplay(state) ? "in_absentia" : "auto_fulfill", data: {} };
    case "contest":
      return { type: "auto_cancel", data: { reason: state.contested ?? "exhausted" } };
    case "response":
      return { type: "in_absentia", data: {} };
    case "appeal":
      return { type: "ruling_final", data: { reason: "no_appeal" } };
    default:
      throw new InvariantViolation(`${state.phase} has the clock of a bench, ${kind}`);
  }
}

/** The replay of the check is the same in every court; all other benches are the court's own. */
function benchWindow(state: ContractState): Window {
  const { court } = state.terms;
  if (state.case?.bench === "replay") return replayWindow(state);
  return courtOf(court.kind).window(court, state);
}

function benchSilence(state: ContractState): Silence {
  const { court } = state.terms;
  if (state.case?.bench === "replay") return replaySilence(state);
  return courtOf(court.kind).silence(court, state);
}

export function isOverdue(state: ContractState, nowMs: number): boolean {
  return state.deadline !== null && nowMs > state.deadline.atMs;
}

export function areSeatsExhausted(state: ContractState): boolean {
  return state.seatsCounted >= state.terms.rules.maxAgents;
}

/** The principal while a command is open, else the agent. */
function onTurn({ seat }: ContractState): Side {
  return seat !== null && seat.pending.length > 0 ? "principal" : "agent";
}

function appellant(state: ContractState): WaitingFor {
  const against = state.rulings.at(-1)?.against ?? "nobody";
  return against === "both" || against === "nobody" ? "either" : against;
}
