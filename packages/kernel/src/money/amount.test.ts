import { expect, test } from "vitest";
import { formatAmount, MAX_UNITS, parseAmount } from "./amount.ts";
import { CREDIT, RATING, XNO } from "./asset.ts";

test.each([
  { text: "0", asset: CREDIT, units: 0n },
  { text: "0.0", asset: CREDIT, units: 0n },
  { text: "1", asset: CREDIT, units: 1_000_000_000n },
  { text: "0.5", asset: CREDIT, units: 500_000_000n },
  { text: "0.50", asset: CREDIT, units: 500_000_000n },
  { text: "0.000000001", asset: CREDIT, units: 1n },
  { text: "25", asset: RATING, units: 25n },
  { text: "340282366.920938463463374607431768211455", asset: XNO, units: MAX_UNITS },
])("$text $asset.code is $units units", ({ text, asset, units }) => {
  expect(parseAmount(text, asset)).toEqual({ ok: true, value: units });
});

const notPlain = 'expected a plain decimal such as "0.5" or "12"';

test.each([
  ...["", ".", ".5", "5.", "-1", "+1", "-0", "1e3", "1E3", "00.5", "01", "00", " 1", "1 ", "1\n"],
  ...["1,5", "1_000", "0x10", "١", "１", "NaN", "Infinity", "1.2.3", "--1"],
])("%j is not an amount", (text) => {
  expect(parseAmount(text, CREDIT)).toEqual({
    ok: false,
    refusal: { code: "malformed_amount", text, problem: notPlain },
  });
});

test.each([
  { text: "0.0000000001", asset: CREDIT, problem: "CREDIT has 9 decimals" },
  { text: "1.0", asset: RATING, problem: "RATING has 0 decimals" },
  {
    text: "340282366.920938463463374607431768211456",
    asset: XNO,
    problem: "more base units than 128 bits hold",
  },
])("$text $asset.code is refused: $problem", ({ text, asset, problem }) => {
  expect(parseAmount(text, asset)).toMatchObject({ ok: false, refusal: { text, problem } });
});

test("a text that is too long is refused before it is parsed, and cut in the refusal", () => {
  const refused = parseAmount("1".repeat(81), XNO);
  expect(refused).toEqual({
    ok: false,
    refusal: {
      code: "malformed_amount",
      text: "1".repeat(80),
      problem: "longer than 80 characters",
    },
  });
});

test.each([
  { units: 0n, asset: CREDIT, text: "0" },
  { units: 1n, asset: CREDIT, text: "0.000000001" },
  { units: 1_500_000_000n, asset: CREDIT, text: "1.5" },
  { units: 10_000_000_000n, asset: CREDIT, text: "10" },
  { units: 100n, asset: RATING, text: "100" },
])("$units units are written $text", ({ units, asset, text }) => {
  expect(formatAmount(units, asset)).toBe(text);
});

test("a negative amount is an internal error", () => {
  expect(() => formatAmount(-1n, CREDIT)).toThrow("an amount of -1 CREDIT units");
});
