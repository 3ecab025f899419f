import { expect, test } from "vitest";
import { makeWriter } from "./writer.ts";

test("a redaction that begins inside the one before it shows nothing of what lies between", () => {
  const writer = makeWriter();
  writer.give("0123456789ab\u200bcd", [{ at: 12, length: 1 }]);
  const overlapping = [
    { start: 0, end: 8, category: "token" },
    { start: 4, end: 12, category: "password" },
  ] as const;
  writer.advance(overlapping, 5, null);
  writer.give("ef", []);
  writer.advance([], 16, null);
  expect(writer.take().text).toBe("[REDACTED:token][REDACTED:password]\u200bcdef");
});

test("places are counted in the text as it was given", () => {
  const writer = makeWriter();
  writer.give("a\nb\u200bcd\nef", [{ at: 3, length: 1 }]);
  const redactions = [
    { start: 2, end: 4, category: "token" },
    { start: 6, end: 8, category: "token" },
  ] as const;
  writer.advance(redactions, 8, null);
  expect(writer.take()).toEqual({
    text: "a\n[REDACTED:token]d\n[REDACTED:token]",
    found: [
      { category: "token", line: 2, column: 1, length: 3 },
      { category: "token", line: 3, column: 1, length: 2 },
    ],
  });
});
