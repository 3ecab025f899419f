import { expect, test } from "vitest";
import { SlidingWindow } from "./sliding-window.ts";

const RATE = { requests: 2, seconds: 10 };

test("no stretch of time has more than the rate, wherever it begins", () => {
  const window = new SlidingWindow();
  expect([0, 9_000, 9_999].map((atMs) => window.take(RATE, atMs))).toEqual([0, 0, 1]);
  expect(window.take(RATE, 10_000)).toBe(0);
  expect(window.take(RATE, 10_000)).toBe(9_000);
  expect(window.take(RATE, 19_000)).toBe(0);
});

test("what is refused is not counted, and what is given back neither", () => {
  const window = new SlidingWindow();
  for (let at = 0; at < 50; at += 1) window.take(RATE, at);
  expect(window.take(RATE, 10_000)).toBe(0);
  window.giveBack();
  expect(window.take(RATE, 10_000)).toBe(0);
});

test("one window is held to several rates, as a connection is before and after it says who it is", () => {
  const window = new SlidingWindow();
  expect([0, 1, 2].map((at) => window.take({ requests: 3, seconds: 10 }, at))).toEqual([0, 0, 0]);
  expect(window.take(RATE, 3)).toBe(9_998);
});
