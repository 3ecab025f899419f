const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** From this many of a larger unit on, that unit is used. */
const AT_LEAST = 2;

/** How long to wait, for people: `4.9s`, `35 min`, `24 h`; minutes and hours are rounded up. */
export function durationText(ms: number): string {
  if (ms < AT_LEAST * MINUTE_MS) return `${(ms / SECOND_MS).toFixed(1)}s`;
  if (ms < AT_LEAST * HOUR_MS) return `${Math.ceil(ms / MINUTE_MS)} min`;
  return `${Math.ceil(ms / HOUR_MS)} h`;
}
