/**
 * Outages of the market: nobody could act, so no clock of a contract may run.
 *
 * A deadline that ran when the gap began moves by the whole length of the gap: afterwards each side
 * has as much time left as before. The server writes this as `extended`; the limits below keep it
 * from holding a contract open at will.
 */
import { invariant } from "../invariant.ts";
import { type Refused, refuse } from "../refusal.ts";
import type { Absence, ContractState, Seat } from "./state.ts";

/** A time without a market: from its last heartbeat to the next one, in the market's time. */
export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A shorter silence of the server is no gap. */
export const MIN_GAP_MS = 1_000;
/** The most that all gaps together can add to the clocks of one contract. */
export const MAX_ABSENCE_MS = 24 * 3_600_000;
export const MAX_EXTENSIONS = 1_000;

export function noAbsence(nowMs: number): Absence {
  return { afterMs: nowMs, totalMs: 0, count: 0 };
}

/** The part of a gap that the clock of this contract is due; null if there is none. */
export function extensionOf(state: ContractState, gap: Gap, nowMs: number): Gap | null {
  if (state.deadline === null) return null;
  const { afterMs, totalMs } = state.absence;
  const fromMs = Math.max(gap.fromMs, afterMs);
  const toMs = Math.min(gap.toMs, nowMs, fromMs + MAX_ABSENCE_MS - totalMs);
  if (toMs - fromMs < MIN_GAP_MS) return null;
  return extensionRefusal(state, { fromMs, toMs }, nowMs) === null ? { fromMs, toMs } : null;
}

/** Why the clock of this contract may not be moved by this gap, or null. */
export function extensionRefusal(
  { deadline, absence }: ContractState,
  { fromMs, toMs }: Gap,
  nowMs: number,
): Refused | null {
  invariant(deadline !== null, "only an open contract is extended, and it has a deadline");
  const { afterMs, totalMs, count } = absence;
  if (fromMs < afterMs) {
    return problem("from", `${fromMs} is before ${afterMs}, when the market ran`);
  }
  if (fromMs >= deadline.atMs) {
    return problem("from", `${fromMs} is not before the deadline ${deadline.atMs}`);
  }
  if (toMs <= fromMs) return problem("to", `${toMs} is not after ${fromMs}`);
  if (toMs > nowMs) return problem("to", `${toMs} is after ${nowMs}, when it was received`);
  const sumMs = totalMs + toMs - fromMs;
  if (sumMs > MAX_ABSENCE_MS) return problem("to", `${sumMs} ms in all, at most ${MAX_ABSENCE_MS}`);
  if (count >= MAX_EXTENSIONS) return problem("from", `extended ${MAX_EXTENSIONS} times already`);
  return null;
}

/** Moves the clock, a running grace period and the beginning of a look by the length of the gap. */
export function withExtension(state: ContractState, { fromMs, toMs }: Gap): ContractState {
  const { deadline, seat, absence, expiresMs } = state;
  const byMs = toMs - fromMs;
  return {
    ...state,
    deadline: deadline === null ? null : { ...deadline, atMs: deadline.atMs + byMs },
    seat: seat === null ? null : { ...seat, ...movedTimes(seat, fromMs, byMs) },
    expiresMs: expiresMs === null ? null : expiresMs + byMs,
    absence: { afterMs: toMs, totalMs: absence.totalMs + byMs, count: absence.count + 1 },
  };
}

function movedTimes(seat: Seat, fromMs: number, byMs: number): Partial<Seat> {
  const { graceEndsMs, sinceMs } = seat;
  // Nobody could look meanwhile, so it is no time looked.
  if (!seat.isAccepted) return { sinceMs: sinceMs + byMs };
  const isGraceRunning = graceEndsMs !== null && fromMs < graceEndsMs;
  return isGraceRunning ? { graceEndsMs: graceEndsMs + byMs } : {};
}

function problem(field: "from" | "to", text: string): Refused {
  return refuse({ code: "malformed_act", act: "extended", field: `data.${field}`, problem: text });
}
