/** The end of the year 9999: later times have no four-digit year. */
const MAX_TIME_MS = 253_402_300_799_999;

const DAY_MS = 86_400_000;
/** Days from 1 March of the year 0 to 1 January 1970. */
const DAYS_BEFORE_1970 = 719_468;
/** Days of so many years that begin in March of the year 0. */
const DAYS_400 = 146_097;
const DAYS_100 = 36_524;
const DAYS_4 = 1_461;
const DAYS_1 = 365;

/**
 * A time as ISO 8601 in UTC with milliseconds; null beyond the year 9999. Written out because the
 * kernel has no `Date`, whose constructor also reads the clock.
 */
export function isoTime(ms: number): string | null {
  if (!Number.isSafeInteger(ms) || ms < 0 || ms > MAX_TIME_MS) return null;
  const { year, month, day } = dateOf(Math.floor(ms / DAY_MS));
  const inDay = ms % DAY_MS;
  const hours = Math.floor(inDay / 3_600_000);
  const minutes = Math.floor(inDay / 60_000) % 60;
  const seconds = Math.floor(inDay / 1_000) % 60;
  const date = `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
  const time = `${digits(hours, 2)}:${digits(minutes, 2)}:${digits(seconds, 2)}`;
  return `${date}T${time}.${digits(ms % 1_000, 3)}Z`;
}

/** Years are counted from March, so that a leap day is the last day of its year. */
function dateOf(daysSince1970: number): { year: number; month: number; day: number } {
  const days = daysSince1970 + DAYS_BEFORE_1970;
  const era = Math.floor(days / DAYS_400);
  const inEra = days % DAYS_400;
  const leaps =
    Math.floor(inEra / (DAYS_4 - 1)) -
    Math.floor(inEra / DAYS_100) +
    Math.floor(inEra / (DAYS_400 - 1));
  const yearOfEra = Math.floor((inEra - leaps) / DAYS_1);
  const inYear =
    inEra - (DAYS_1 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * inYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const day = inYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  return { year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day };
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, "0");
}
