/**
 * How long to wait before the next question. The market and the principal each hold the agent to
 * the agreed rate, on clocks of their own, and a question too early may cost a round.
 */
import type { Contract } from "@bazaar/doors/http/connect";
import type { JsonObject } from "@bazaar/kernel";

/** The last question may have taken longer to its reader than the next one will. */
const MARGIN_MS = 250;
const USUAL_MS = 1_000;
/** No stranger holds the agent up for longer than this with one answer. */
const MOST_MS = 60_000;
const EARLY = /^Refused: The next command may be asked in (\d{1,9}) ms\.$/;

/** By the recorded time of the last question, if the two clocks agree. */
export function untilReadyMs({ state }: Contract, nowMs: number): number {
  const rateMs = state.terms.rules.investigationRateSeconds * 1_000;
  if (state.investigatedMs === null || rateMs === 0) return 0;
  const waitMs = state.investigatedMs + rateMs - nowMs;
  return Math.min(rateMs, Math.max(0, waitMs)) + MARGIN_MS;
}

/** After how long the market takes the question that it has just refused, by its own clock. */
export function stillEarlyMs({ readyAtMs, receivedAtMs }: JsonObject): number {
  if (typeof readyAtMs !== "bigint" || typeof receivedAtMs !== "bigint") return USUAL_MS;
  return bounded(Number(readyAtMs - receivedAtMs));
}

/** After how long the principal wants to be asked again; null where it has answered. */
export function askedTooEarly(output: string): number | null {
  const waitMs = EARLY.exec(output)?.[1];
  return waitMs === undefined ? null : bounded(Number(waitMs));
}

function bounded(waitMs: number): number {
  return Math.min(MOST_MS, Math.max(0, waitMs)) + MARGIN_MS;
}
