import { expect, test } from "vitest";
import { advance, give, newEmitter, take } from "./emitter.ts";

test("a redaction that begins inside of the one before it shows nothing of what lies between", () => {
  const emitter = newEmitter();
  // Something unseen behind them, and a cut inside of the first, so that nothing is written plainly.
  give(emitter, "0123456789ab\u200bcd", [{ at: 12, length: 1 }]);
  const overlapping = [
    { start: 0, end: 8, category: "token" },
    { start: 4, end: 12, category: "password" },
  ] as const;
  advance(emitter, overlapping, 5, null);
  give(emitter, "ef", []);
  advance(emitter, [], 16, null);
  expect(take(emitter)).toEqual({
    text: "[REDACTED:token][REDACTED:password]\u200bcdef",
    found: [
      { category: "token", line: 1, column: 1, length: 8 },
      { category: "password", line: 1, column: 5, length: 8 },
    ],
  });
});

test("places are told in the text as it was given, line by line", () => {
  const emitter = newEmitter();
  give(emitter, "a\nb\u200bcd\nef", [{ at: 3, length: 1 }]);
  const [first, second] = [
    { start: 2, end: 4, category: "token" },
    { start: 6, end: 8, category: "token" },
  ] as const;
  advance(emitter, [first, second], 8, null);
  expect(take(emitter)).toEqual({
    text: "a\n[REDACTED:token]d\n[REDACTED:token]",
    found: [
      { category: "token", line: 2, column: 1, length: 3 },
      { category: "token", line: 3, column: 1, length: 2 },
    ],
  });
});
