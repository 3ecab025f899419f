import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAmount, MAX_UNITS, parseAmount } from "./amount.ts";

const asset = fc.record({ code: fc.constant("ANY"), decimals: fc.integer({ min: 0, max: 38 }) });
const units = fc.oneof(
  fc.bigInt({ min: 0n, max: MAX_UNITS }),
  fc.bigInt({ min: 0n, max: 10n ** 9n }),
);

test("what is written is read back to the unit", () => {
  fc.assert(
    fc.property(units, asset, (amount, money) => {
      expect(parseAmount(formatAmount(amount, money), money)).toEqual({ ok: true, value: amount });
    }),
    { numRuns: 2000 },
  );
});

test("what is written is the shortest form: no zero could be left out", () => {
  fc.assert(
    fc.property(units, asset, (amount, money) => {
      expect(formatAmount(amount, money)).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
    }),
  );
});
