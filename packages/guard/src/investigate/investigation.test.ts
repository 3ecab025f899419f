import { expect, test } from "vitest";
import { Investigation } from "./investigation.ts";

test("each command uses one round until none is left", () => {
  const investigation = new Investigation({ rounds: 2, secondsBetween: 0 });
  expect(investigation.take(0)).toEqual({ ok: true, value: { roundsLeft: 1 } });
  expect(investigation.take(0)).toEqual({ ok: true, value: { roundsLeft: 0 } });
  expect(investigation.take(1_000_000)).toEqual({
    ok: false,
    refusal: { code: "rounds_exhausted", limit: 2 },
  });
});

test("a command too soon is refused with the time it may be asked, and costs no round", () => {
  const investigation = new Investigation({ rounds: 5, secondsBetween: 5 });
  expect(investigation.take(1_000).ok).toBe(true);
  expect(investigation.take(5_999)).toEqual({
    ok: false,
    refusal: { code: "too_early", readyAtMs: 6_000, askedAtMs: 5_999 },
  });
  expect(investigation.roundsLeft).toBe(4);
  expect(investigation.take(6_000).ok).toBe(true);
});

test("a clock that was set back allows no early command", () => {
  const investigation = new Investigation({ rounds: 5, secondsBetween: 5 });
  expect(investigation.take(1_000_000).ok).toBe(true);
  expect(investigation.take(10).ok).toBe(false);
});

test("with zero rounds every command is refused", () => {
  expect(new Investigation({ rounds: 0, secondsBetween: 0 }).take(0).ok).toBe(false);
});
