/** Work that two sides agree on in words: it has an expiry, and may be completed without a fix. */
import {
  AGENT,
  budgetPot,
  PRINCIPAL,
  STAKES_AT_ACCEPTANCE,
  type Story,
  sampleTerms,
  story,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { rulesOf } from "../profiles/rules-of.ts";
import type { Pot } from "../settlement/pot.ts";
import { withExtension } from "./absence.ts";
import type { Terms } from "./terms.ts";

const DAY = 86_400;

const stakes = STAKES_AT_ACCEPTANCE;
const pay: Pot = { ...budgetPot(), funds: "accept" };

function proposed(expiresSeconds: number | null, pots: readonly Pot[] = [stakes]): Story {
  const { profile: _, ...rules } = rulesOf("chat/1");
  const work: Terms["work"] = { kind: "task", spec: { task: "write a poem" }, expiresSeconds };
  const court = { kind: "none" } as const;
  const checks = [{ method: "principal" }] as const;
  return story(sampleTerms({ agent: AGENT.party, work, court, checks, pots, rules }));
}

const working = (expiresSeconds: number | null, pots?: readonly Pot[]): Story =>
  proposed(expiresSeconds, pots).act(AGENT, "accept");

describe("a task that expires", () => {
  test("ends while nobody has accepted it, and nothing was held", () => {
    const told = proposed(3_600).wait(3_600);
    expect(told.state.deadline).toMatchObject({ kind: "expiry", atMs: told.nowMs });
    told.lapse();
    expect([told.phase, told.state.outcome?.row, told.paid]).toEqual(["canceled", "unclaimed", ""]);
  });

  test("ends at the same time after it was accepted, and stakes go back", () => {
    const told = proposed(3_600).wait(3_000).act(AGENT, "accept").wait(600);
    expect(told.leadsTo(AGENT, "fix")).toBe("fulfilled");
    told.lapse();
    expect([told.phase, told.state.outcome?.row]).toEqual(["canceled", "canceled"]);
    expect(told.paid).toBe("principal 30, agent 10");
  });

  test("ends at the same time while its agent looks, and its deposit goes back", () => {
    const told = proposed(3_600).act(AGENT, "bond").wait(3_600);
    expect(told.leadsTo(AGENT, "accept")).toBe("in_progress");
    told.lapse();
    expect([told.phase, told.state.outcome?.row]).toEqual(["canceled", "withdrawn"]);
  });

  test("has 30 days to be accepted and 30 to be done, if it names no time", () => {
    const told = proposed(null)
      .wait(30 * DAY)
      .act(AGENT, "accept");
    expect(told.state.deadline?.atMs).toBe(told.nowMs + 30 * DAY * 1_000);
    expect(told.lapse().state.outcome?.row).toBe("canceled");
  });

  test("is not extended by talk", () => {
    const told = working(3_600);
    const { deadline } = told.state;
    told.wait(60).act(AGENT, "message").act(PRINCIPAL, "message");
    expect(told.state.deadline).toEqual(deadline);
  });

  test("is extended by the time in which the market was not there", () => {
    const { state, nowMs } = working(3_600);
    const moved = withExtension(state, { fromMs: nowMs, toMs: nowMs + 5_000 });
    expect(moved.expiresMs).toBe((state.expiresMs ?? 0) + 5_000);
    expect(moved.deadline?.atMs).toBe(moved.expiresMs);
  });
});

describe("a task is completed", () => {
  test("by the principal, without a fix", () => {
    const told = working(null, [pay, stakes]).act(PRINCIPAL, "verify", { success: true });
    expect(told.phase).toBe("fulfilled");
    expect(told.paid).toContain("agent 0.7");
  });

  test("by the agent at once, where nothing is paid", () => {
    const told = working(null).act(AGENT, "fix", { fix: "" });
    expect([told.phase, told.paid]).toEqual(["fulfilled", "agent 10, principal 30"]);
  });

  test("by the agent only after a review, where something is paid", () => {
    expect(working(null, [pay]).leadsTo(AGENT, "fix", { fix: "done" })).toBe("review");
  });

  test("not by a principal that says it failed before anything was handed in", () => {
    expect(working(null).leadsTo(PRINCIPAL, "verify", { success: false })).toBe("wrong_phase");
  });
});

test("what is handed in after the expiry of a task is not tried again", () => {
  const told = working(3_600, [pay]).act(AGENT, "fix", { fix: "done" }).wait(3_601);
  expect(told.phase).toBe("review");
  expect(told.leadsTo(PRINCIPAL, "verify", { success: false })).toBe("canceled");
});

test("other work is not verified without a fix", () => {
  const told = story(sampleTerms()).act(AGENT, "bond").act(AGENT, "accept");
  expect(told.leadsTo(PRINCIPAL, "verify", { success: true })).toBe("wrong_phase");
});
