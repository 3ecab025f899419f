import fc from "fast-check";
import { expect, test } from "vitest";
import { isoTime } from "./iso-time.ts";

const LAST_MS = 253_402_300_799_999;

test("a time is written as JavaScript's Date writes it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: LAST_MS }), (ms) => {
      expect(isoTime(ms)).toBe(new Date(ms).toISOString());
    }),
    { numRuns: 2_000 },
  );
});

test("every day around leap years is written as Date writes it", () => {
  for (const year of [1970, 1972, 1999, 2000, 2024, 2099, 2100, 2400, 9999]) {
    for (let day = -1; day < 367; day += 1) {
      const ms = Date.UTC(year, 0, 1) + day * 86_400_000;
      if (ms >= 0 && ms <= LAST_MS) expect(isoTime(ms)).toBe(new Date(ms).toISOString());
    }
  }
});

test.each([LAST_MS + 1, Number.MAX_SAFE_INTEGER, -1, 0.5, Number.NaN])("%s has no form", (ms) => {
  expect(isoTime(ms)).toBeNull();
});

test("the last millisecond that has a form is the end of the year 9999", () => {
  expect(isoTime(LAST_MS)).toBe("9999-12-31T23:59:59.999Z");
});
