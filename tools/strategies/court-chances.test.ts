import { describe, expect, test } from "vitest";
import { branchesOf, breakEven, expectedProfit, type Play } from "./court-chances.ts";

/** Wins 10 if two rulings in a row are wrong; the first right one costs 1. */
const play: Play = function* () {
  for (let ruling = 0; ruling < 2; ruling += 1) {
    if (yield) return -1;
  }
  return 10;
};

test("every sequence of rulings that a play can meet is played once", () => {
  expect(branchesOf(play)).toEqual([
    { right: 1, wrong: 0, profit: -1 },
    { right: 1, wrong: 1, profit: -1 },
    { right: 0, wrong: 2, profit: 10 },
  ]);
});

test.each([
  { accuracy: 1, profit: -1 },
  { accuracy: 0, profit: 10 },
  { accuracy: 0.5, profit: 0.25 * 10 - 0.75 },
])("before a court that is right with $accuracy it earns $profit", ({ accuracy, profit }) => {
  expect(expectedProfit(branchesOf(play), accuracy)).toBeCloseTo(profit, 12);
});

test("a play that never ends before a court is stopped", () => {
  const endless: Play = function* () {
    for (;;) yield;
  };
  expect(() => branchesOf(endless)).toThrow("more rulings than there are");
});

describe("the accuracy above which something does not pay", () => {
  test("is where the expected profit crosses zero", () => {
    expect(breakEven((accuracy) => 0.9 - accuracy)).toBeCloseTo(0.9, 9);
  });

  test("is unknown for what pays before every court", () => {
    expect(breakEven(() => 0.001)).toBeNull();
  });

  test("is chance for what never pays", () => {
    expect(breakEven(() => 0)).toBe(0.5);
  });
});
