/** Times as people read them. */
const SECOND_MS = 1_000;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The two largest units: `1 h 59 min`, `4 min 10 s`, `12 s`. A part of a second counts as one. */
export function durationWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  if (seconds < MINUTE) return `${seconds} s`;
  if (seconds < HOUR) return both(seconds, MINUTE, "min", 1, "s");
  if (seconds < DAY) return both(seconds, HOUR, "h", MINUTE, "min");
  return both(seconds, DAY, "d", HOUR, "h");
}

function both(seconds: number, large: number, name: string, small: number, rest: string): string {
  const left = Math.floor((seconds % large) / small);
  const whole = `${Math.floor(seconds / large)} ${name}`;
  return left === 0 ? whole : `${whole} ${left} ${rest}`;
}

/** `2026-11-15 11:40:23`, in UTC, the same for every reader. */
export function timeWords(ms: number): string {
  return timeTo("2026-11-15T11:40:23".length, ms) ?? INVALID;
}

/** `2026-11-15 11:40 UTC`. */
export function minuteWords(ms: number): string {
  const words = timeTo("2026-11-15T11:40".length, ms);
  return words === null ? INVALID : `${words} UTC`;
}

const INVALID = "at an invalid time";

function timeTo(length: number, ms: number): string | null {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return null;
  return date.toISOString().slice(0, length).replace("T", " ");
}
