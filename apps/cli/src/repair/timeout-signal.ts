/** The longest timer that Node supports. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Like `AbortSignal.timeout`, for any length: a market may set any deadline. */
export function timeoutSignal(ms: number): AbortSignal {
  return AbortSignal.timeout(Math.min(ms, MAX_TIMER_MS));
}
