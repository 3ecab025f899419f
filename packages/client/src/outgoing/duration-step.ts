/**
 * Times of attempts in coarse steps. A fix decides how long its check takes, and an agent sees when
 * the answer comes: so the answer waits for the end of the step, and only the step is told.
 */

/** In seconds; the wait is at most about half of the time that an attempt took. */
const STEPS = [
  0.5, 1, 2, 3, 5, 7, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 450, 600, 900, 1_200, 1_800,
  2_700, 3_600,
].map((seconds) => seconds * 1_000);

/** The step that a time falls into, by its end. What takes longer than the limit ends with it. */
export function durationStep(elapsedMs: number, limitMs: number): number {
  const step = STEPS.find((end) => elapsedMs <= end) ?? limitMs;
  return Math.min(step, limitMs);
}
