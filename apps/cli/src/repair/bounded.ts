/** Beyond it a timer of Node's fires at once, or is refused. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Aborts after so long, or after what a timer can count: a market names windows of any length. */
export function bounded(ms: number): AbortSignal {
  return AbortSignal.timeout(Math.min(ms, MAX_TIMER_MS));
}
