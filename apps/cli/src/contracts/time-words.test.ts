import { expect, test } from "vitest";
import { durationWords, minuteWords, timeWords } from "./time-words.ts";

test.each([
  [-5, "0 s"],
  [1, "1 s"],
  [59_000, "59 s"],
  [59_001, "1 min"],
  [250_000, "4 min 10 s"],
  [7_140_000, "1 h 59 min"],
  [7_200_000, "2 h"],
  [90_000_000, "1 d 1 h"],
])("%i ms are read as %s", (ms, words) => {
  expect(durationWords(ms)).toBe(words);
});

test.each([
  [1_794_742_823_843, "2026-11-15 11:40:23"],
  [Number.MAX_SAFE_INTEGER, "at an invalid time"],
])("the time %i is written %s", (ms, words) => {
  expect(timeWords(ms)).toBe(words);
});

test("to the minute, the zone is named", () => {
  expect(minuteWords(1_794_742_823_843)).toBe("2026-11-15 11:40 UTC");
  expect(minuteWords(Number.NaN)).toBe("at an invalid time");
});
