/**
 * How long to wait before the next investigation. The market and the principal each enforce the
 * agreed rate by their own clock, and a command that comes too early may cost a round.
 */
import type { Contract } from "@bazaar/doors/connection";
import type { JsonObject } from "@bazaar/kernel";

/** The last command may have taken longer to arrive than the next one will. */
const MARGIN_MS = 250;
const USUAL_MS = 1_000;
/** The longest wait that an answer can ask for. */
const MOST_MS = 60_000;
const EARLY = /^Refused: The next command may be asked in (\d{1,9}) ms\.$/;

/** By the recorded time of the last command, if the two clocks agree. */
export function untilReadyMs({ state }: Contract, nowMs: number): number {
  const rateMs = state.terms.rules.investigationRateSeconds * 1_000;
  if (state.investigatedMs === null || rateMs === 0) return 0;
  const waitMs = state.investigatedMs + rateMs - nowMs;
  return Math.min(rateMs, Math.max(0, waitMs)) + MARGIN_MS;
}

/** How long until the market accepts the command it just refused, by its own clock. */
export function stillEarlyMs({ readyAtMs, receivedAtMs }: JsonObject): number {
  if (typeof readyAtMs !== "bigint" || typeof receivedAtMs !== "bigint") return USUAL_MS;
  return bounded(Number(readyAtMs - receivedAtMs));
}

/** How long the principal asks to wait; null if it has answered. */
export function askedTooEarly(output: string): number | null {
  const waitMs = EARLY.exec(output)?.[1];
  return waitMs === undefined ? null : bounded(Number(waitMs));
}

function bounded(waitMs: number): number {
  return Math.min(MOST_MS, Math.max(0, waitMs)) + MARGIN_MS;
}
