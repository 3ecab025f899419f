import fc from "fast-check";
import { expect, test } from "vitest";
import { wrapText } from "./wrap-text.ts";

test("a line that fits is left as it is", () => {
  expect(wrapText("it waits for your review", 80)).toBe("it waits for your review");
});

test("a longer one goes on below, indented", () => {
  expect(wrapText("it waits for your review, and for two hours at most", 64)).toBe(
    `it waits for your review, and for two hours\n${" ".repeat(19)}at most`,
  );
  expect(wrapText("it waits for your review, two hours", 40)).toBe(
    "it waits for your\n        review, two hours",
  );
});

test.each([
  { what: "no-break", blank: "\u00a0" },
  { what: "ideographic", blank: "\u3000" },
  { what: "braille", blank: "\u2800" },
  { what: "plain", blank: " " },
])("$what blanks, however many, are one gap and place nothing", ({ blank }) => {
  const text = `A${blank.repeat(120)}0.4s${blank.repeat(2)}if${blank}kept`;
  expect(wrapText(text, 80)).toBe("A 0.4s if kept");
});

test("no word is lost, and nothing but a long word is wider than the terminal", () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1 });
  fc.assert(
    fc.property(words, fc.integer({ min: 40, max: 120 }), (parts, columns) => {
      const lines = wrapText(parts.join(" "), columns).split("\n");
      expect(lines.flatMap((line) => line.trim().split(" "))).toEqual(parts);
      expect(lines.slice(1).every((line) => line.length <= columns)).toBe(true);
      expect((lines[0] ?? "").length).toBeLessThanOrEqual(columns - 19);
    }),
  );
});
