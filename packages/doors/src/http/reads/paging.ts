import { z } from "zod";

const USUAL = 50;
/** More than this is not refused, a page is only never longer. */
const MOST = 200;

/** A number of ours that a client gives back: where to go on. */
export function placeNumber(expected: string) {
  return z
    .string()
    .regex(/^[0-9]{1,15}$/, expected)
    .transform(Number);
}

/** How many to a page. */
export const limit = z
  .string()
  .regex(/^[0-9]{1,6}$/, "expected a whole number")
  .transform((text) => Math.min(MOST, Math.max(1, Number(text))))
  .default(USUAL)
  .describe(`How many at most: ${USUAL} unless said otherwise, never more than ${MOST}.`);
