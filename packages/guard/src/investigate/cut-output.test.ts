import fc from "fast-check";
import { expect, test } from "vitest";
import { cutOutput } from "./cut-output.ts";

test("a short output stays whole", () => {
  expect(cutOutput("x".repeat(100_000))).toBe("x".repeat(100_000));
});

test("a long output keeps its beginning and its end, and says what is missing", () => {
  const cut = cutOutput(`first${"x".repeat(200_000)}last`);
  expect(cut.startsWith("first")).toBe(true);
  expect(cut.endsWith("last")).toBe(true);
  const kept = cut.replace(/\n\[\d+ characters left out\]\n/, "").length;
  expect(cut).toContain(`[${200_009 - kept} characters left out]`);
});

test("no output is longer than its limit, or holds half a character", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 2_000 }),
      fc.integer({ min: 100, max: 500 }),
      (text, limit) => {
        const cut = cutOutput(text.toWellFormed(), limit);
        expect(cut.length).toBeLessThanOrEqual(Math.max(limit, 0));
        expect(cut.isWellFormed()).toBe(true);
      },
    ),
  );
});
