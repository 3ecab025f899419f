/** What court `none` answers for itself. */
import { accepted, sampleTerms } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { none } from "./none.ts";

const silent = { kind: "none" } as const;
const replaying = { kind: "none", replays: true } as const;

test("nobody judges, charges, binds the agent, hears halts or is drawn", () => {
  const { bindsAgent, hearsHalts, isDrawn } = none;
  expect([bindsAgent, hearsHalts, isDrawn]).toEqual([false, false, false]);
  for (const court of [silent, replaying]) {
    expect(none.judge(court)).toBeNull();
    expect(none.tiers(court)).toEqual([]);
    expect(none.next(court, null)).toBeNull();
    expect(none.next(court, "replay")).toBeNull();
    expect(none.begins).toBeNull();
  }
});

test("the check is run again only where the terms say so", () => {
  expect(none.replays(silent)).toBe(false);
  expect(none.replays(replaying)).toBe(true);
});

test("terms that promise a replay need a check that can be run again", () => {
  const checkable = sampleTerms({ work: { kind: "run", spec: { command: "make test" } } });
  const misfit = "the check of this work cannot be run again";
  expect(none.misfit(replaying, checkable)).toBeNull();
  expect(none.misfit(replaying, sampleTerms())).toBe(misfit);
  expect(none.misfit(silent, sampleTerms())).toBeNull();
});

test("no case is heard, so nothing has a clock", () => {
  const broken = "a case is heard without a court";
  expect(() => none.window(silent, accepted().state)).toThrow(broken);
  expect(() => none.silence(silent, accepted().state)).toThrow(broken);
});
