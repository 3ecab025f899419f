import { z } from "zod";

const USUAL = 50;
/** A larger limit is not refused, but the page is not longer. */
const MOST = 200;

/** A number that the server gave out and the client returns. */
export function placeNumber(expected: string) {
  return z
    .string()
    .regex(/^[0-9]{1,15}$/, expected)
    .transform(Number);
}

export const limit = z
  .string()
  .regex(/^[0-9]{1,6}$/, "expected a whole number")
  .transform((text) => Math.min(MOST, Math.max(1, Number(text))))
  .default(USUAL)
  .describe(`Page size: ${USUAL} by default, at most ${MOST}.`);
