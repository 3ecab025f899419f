/**
 * How much strangers may look at a contract before one of them accepts it.
 *
 * Looking is free, so without a limit a few keys could keep everybody else from the seat, or use up
 * the seats. A seat that is left for free does not count towards `maxAgents`; free seats together
 * have limits in time, in number and in what is written meanwhile. When one is reached, looking is
 * over: the seat is taken only by accepting, and every seat that is left counts, so that a contract
 * cannot be taken and left for ever. When a seat that counts is left, everything starts afresh.
 */
import { invariant } from "../invariant.ts";
import type { SeatRow } from "../settlement/outcome.ts";
import type { ContractState, Looking } from "./state.ts";

/** Characters that may be written in free seats; an eighth of the longest transcript. */
const MAX_LOOKED = 2 ** 20;

export const NOBODY_LOOKED: Looking = { seats: 0, ms: 0, length: 0, isOver: false };

/** When the look must end; null if only the ordinary clock limits it. A named agent has no rival. */
export function lookEndsMs(
  { terms, seat, looking }: ContractState,
  phase: "reserved" | "investigating",
): number | null {
  if (seat === null || terms.agent !== null || looking.isOver) return null;
  const { lookingSeconds, seatLookSeconds } = terms.rules;
  const leftMs = lookingSeconds * 1_000 - looking.ms;
  const longestMs = phase === "reserved" ? leftMs : Math.min(leftMs, seatLookSeconds * 1_000);
  return seat.sinceMs + longestMs;
}

/** Adds the time since the seat was reserved, or the look began, to the time looked. */
export function withLooked(state: ContractState, nowMs: number): ContractState {
  const { seat, looking, deadline } = state;
  invariant(seat !== null && deadline !== null, `nobody looks in ${state.phase}`);
  // A timeout may be written late; the look was over at its deadline.
  const untilMs = Math.min(nowMs, deadline.atMs);
  const ms = looking.ms + Math.max(0, untilMs - seat.sinceMs);
  return { ...state, looking: { ...looking, ms }, seat: { ...seat, sinceMs: untilMs } };
}

/** Counts the seat that is about to be left in this row, as a free one or towards `maxAgents`. */
export function withSeatCounted(state: ContractState, row: SeatRow, nowMs: number): ContractState {
  if (row !== "seat_returned" || state.looking.isOver) {
    return { ...state, seatsCounted: state.seatsCounted + 1, looking: NOBODY_LOOKED };
  }
  const looked = state.seat?.isAccepted === true ? state : withLooked(state, nowMs);
  const { lookingSeconds, maxFreeSeats } = state.terms.rules;
  const { principal, agent } = state.said;
  const seats = looked.looking.seats + 1;
  const length = looked.looking.length + principal + agent;
  const { ms } = looked.looking;
  const isOver = seats >= maxFreeSeats || ms >= lookingSeconds * 1_000 || length > MAX_LOOKED;
  return { ...looked, looking: { seats, ms, length, isOver } };
}
