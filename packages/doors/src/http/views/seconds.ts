import { Float } from "@bazaar/kernel";

/** A moment as clients of fix/2 read it: seconds, always written with a point. */
export function secondsOf(ms: number): Float {
  return new Float(ms / 1_000);
}

export function secondsOrNull(ms: number | null | undefined): Float | null {
  return ms === null || ms === undefined ? null : secondsOf(ms);
}

/** What is left until a moment, never below nought. */
export function secondsLeft(untilMs: number, nowMs: number): Float {
  return secondsOf(Math.max(0, untilMs - nowMs));
}
