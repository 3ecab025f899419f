import { Float } from "@bazaar/kernel";

/** A time as fix/2 writes it: seconds, always with a decimal point. */
export function secondsOf(ms: number): Float {
  return new Float(ms / 1_000);
}

export function secondsOrNull(ms: number | null | undefined): Float | null {
  return ms === null || ms === undefined ? null : secondsOf(ms);
}

/** The time left, never negative. */
export function secondsLeft(untilMs: number, nowMs: number): Float {
  return secondsOf(Math.max(0, untilMs - nowMs));
}
