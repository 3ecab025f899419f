/**
 * Times of trajectories: ISO 8601 in UTC, from whole seconds to nanoseconds.
 *
 * The kernel has no clock, and `Date` accepts much more than this and keeps milliseconds only, so
 * the text is read here.
 */
export interface UtcTime {
  /** Sorts as the time does: the fraction has nine digits, so texts of one length are compared. */
  readonly key: string;
  /** Since 1970, rounded down. */
  readonly ms: number;
}

const FORM = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|\+00:00)$/;

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const DAYS_BEFORE_1970 = daysBefore(1970, 1);
const DAY_MS = 86_400_000;

/** Null if the text is not such a time, or names a day or hour that does not exist. */
export function parseUtcTime(text: string): UtcTime | null {
  const found = FORM.exec(text);
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map(Number);
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
  if (!isDay || hour > 23 || minute > 59 || second > 59) return null;
  const fraction = (found[7] ?? "").padEnd(9, "0");
  const days = daysBefore(year, month) + day - 1 - DAYS_BEFORE_1970;
  const seconds = (hour * 60 + minute) * 60 + second;
  return {
    key: `${text.slice(0, 19)}.${fraction}`,
    ms: days * DAY_MS + seconds * 1_000 + Number(fraction.slice(0, 3)),
  };
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysOf(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (MONTH_DAYS[month - 1] ?? 0);
}

/** Days from the first of January of the year 0 to the first of this month. */
function daysBefore(year: number, month: number): number {
  const leapDays = Math.ceil(year / 4) - Math.ceil(year / 100) + Math.ceil(year / 400);
  let days = year * 365 + leapDays;
  for (let before = 1; before < month; before += 1) days += daysOf(year, before);
  return days;
}
