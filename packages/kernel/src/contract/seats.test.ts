import {
  AGENT,
  accepted,
  awaitingDeposit,
  bonded,
  fixed,
  freeTerms,
  JUDGE,
  PRINCIPAL,
  RIVAL,
  reserved,
  reviewed,
  SERVER,
  type Story,
  samplePot,
  sampleTerms,
  story,
  toySigner,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { TIERS } from "../court/ruling.ts";
import type { Signer } from "../identity/signer.ts";

const eager = { rules: { looksFirst: false } };
const named = { agent: AGENT.party };
const foreign = { court: { kind: "tiered", judge: JUDGE.party, tiers: TIERS } } as const;

describe("taking the seat", () => {
  const rows: { when: string; told: Story; by: Signer; act?: "bond" | "accept"; to: string }[] = [
    { when: "it is free", told: story(), by: AGENT, to: "investigating" },
    {
      when: "the deposit is slow",
      told: awaitingDeposit().act(SERVER, "funded"),
      by: AGENT,
      to: "reserved",
    },
    {
      when: "it is the last moment",
      told: story().waitForDeadline(),
      by: AGENT,
      to: "investigating",
    },
    {
      when: "it is one millisecond later",
      told: story().wait(30.001),
      by: AGENT,
      to: "deadline_passed",
    },
    { when: "the contract is one's own", told: story(), by: PRINCIPAL, to: "own_contract" },
    {
      when: "the judge wants it",
      told: story(sampleTerms(foreign)),
      by: JUDGE,
      to: "conflict_of_interest",
    },
    {
      when: "the judge would accept unseen",
      told: story(sampleTerms({ ...eager, ...foreign })),
      by: JUDGE,
      act: "accept",
      to: "conflict_of_interest",
    },
    {
      when: "no court was agreed on, so nobody is its judge",
      told: story(freeTerms()),
      by: JUDGE,
      to: "investigating",
    },
    { when: "somebody sits there", told: bonded(), by: RIVAL, to: "wrong_phase" },
    { when: "somebody's deposit is awaited", told: reserved(), by: RIVAL, to: "wrong_phase" },
    {
      when: "it is meant for another",
      told: story(sampleTerms(named)),
      by: RIVAL,
      to: "reserved_for",
    },
    {
      when: "it is meant for this one",
      told: story(sampleTerms(named)),
      by: AGENT,
      to: "investigating",
    },
    { when: "the server wants it", told: story(), by: SERVER, to: "not_a_party" },
    {
      when: "it was declined before",
      told: bonded().act(AGENT, "decline"),
      by: AGENT,
      to: "held_before",
    },
    {
      when: "it was left in grace",
      told: accepted().act(AGENT, "back_out"),
      by: AGENT,
      to: "held_before",
    },
    { when: "it was lost by silence", told: bonded().lapse(), by: AGENT, to: "held_before" },
    { when: "its deposit never came", told: reserved().lapse(), by: AGENT, to: "held_before" },
    {
      when: "another left it",
      told: bonded().act(AGENT, "decline"),
      by: RIVAL,
      to: "investigating",
    },
    { when: "nothing is funded yet", told: awaitingDeposit(), by: AGENT, to: "wrong_phase" },
    {
      when: "accepting without a look is allowed",
      told: story(sampleTerms(eager)),
      by: AGENT,
      act: "accept",
      to: "in_progress",
    },
    {
      when: "accepting without a look is not allowed",
      told: story(),
      by: AGENT,
      act: "accept",
      to: "wrong_phase",
    },
    {
      when: "accepting one's own contract",
      told: story(sampleTerms(eager)),
      by: PRINCIPAL,
      act: "accept",
      to: "own_contract",
    },
    {
      when: "accepting before a slow deposit",
      told: awaitingDeposit(eager).act(SERVER, "funded"),
      by: AGENT,
      act: "accept",
      to: "bond_first",
    },
    {
      when: "accepting for somebody else's seat",
      told: bonded(),
      by: RIVAL,
      act: "accept",
      to: "not_a_party",
    },
    {
      when: "accepting while the deposit is awaited",
      told: reserved(),
      by: AGENT,
      act: "accept",
      to: "wrong_phase",
    },
    { when: "accepting twice", told: accepted(), by: AGENT, act: "accept", to: "wrong_phase" },
  ];

  test.each(rows)("when $when → $to", ({ told, by, act = "bond", to }) => {
    expect(told.leadsTo(by, act)).toBe(to);
  });

  test("keys of one owner count as one agent, and as the principal", () => {
    const isSameOwner = (a: string, b: string) =>
      a === b || [a, b].every((key) => key === RIVAL.party || key === AGENT.party);
    const told = story(sampleTerms(), { isSameOwner }).act(AGENT, "bond").act(AGENT, "decline");
    expect(told.leadsTo(RIVAL, "bond")).toBe("held_before");
    const own = story(sampleTerms({ principal: PRINCIPAL.party }), { isSameOwner: () => true });
    expect(own.leadsTo(RIVAL, "bond")).toBe("own_contract");
  });

  test("every key of the judge's owner is in conflict", () => {
    const keys: readonly string[] = [RIVAL.party, JUDGE.party];
    const isSameOwner = (a: string, b: string): boolean =>
      a === b || (keys.includes(a) && keys.includes(b));
    const told = story(sampleTerms(foreign), { isSameOwner });
    expect(told.refusal(RIVAL, "bond")).toEqual({
      code: "conflict_of_interest",
      author: RIVAL.party,
    });
    expect(told.leadsTo(AGENT, "bond")).toBe("investigating");
  });

  test("bond_first says what is due", () => {
    const told = awaitingDeposit(eager).act(SERVER, "funded");
    expect(told.refusal(AGENT, "accept")).toEqual({ code: "bond_first", due: "0.67 XNO" });
  });
});

describe("leaving before acceptance", () => {
  const rows: {
    when: string;
    told: Story;
    by: Signer;
    act: "decline" | "back_out";
    to: string;
  }[] = [
    { when: "the agent has looked", told: bonded(), by: AGENT, act: "decline", to: "open" },
    {
      when: "the agent backs out instead",
      told: bonded(),
      by: AGENT,
      act: "back_out",
      to: "open",
    },
    { when: "its deposit has not come", told: reserved(), by: AGENT, act: "decline", to: "open" },
    {
      when: "it backs out of a reservation",
      told: reserved(),
      by: AGENT,
      act: "back_out",
      to: "wrong_phase",
    },
    { when: "all rounds were used", told: usedUp(), by: AGENT, act: "decline", to: "open" },
    { when: "a stranger declines", told: bonded(), by: RIVAL, act: "decline", to: "not_a_party" },
    {
      when: "the principal declines",
      told: bonded(),
      by: PRINCIPAL,
      act: "decline",
      to: "not_a_party",
    },
    { when: "nobody was invited", told: story(), by: AGENT, act: "decline", to: "not_a_party" },
    {
      when: "the one it is meant for declines",
      told: story(sampleTerms(named)),
      by: AGENT,
      act: "decline",
      to: "canceled",
    },
    {
      when: "another declines for it",
      told: story(sampleTerms(named)),
      by: RIVAL,
      act: "decline",
      to: "not_a_party",
    },
    {
      when: "the one it is meant for has looked",
      told: bonded(named),
      by: AGENT,
      act: "decline",
      to: "canceled",
    },
    {
      when: "the one it is meant for never deposited",
      told: reserved(named),
      by: AGENT,
      act: "decline",
      to: "canceled",
    },
    {
      when: "the work was accepted",
      told: accepted(),
      by: AGENT,
      act: "decline",
      to: "wrong_phase",
    },
    {
      when: "it comes after the turn",
      told: bonded().wait(120.001),
      by: AGENT,
      act: "decline",
      to: "deadline_passed",
    },
  ];

  function usedUp(): Story {
    const told = bonded({ rules: { investigationRounds: 1 } });
    return told.act(AGENT, "investigate").act(PRINCIPAL, "result");
  }

  test.each(rows)("when $when → $to", ({ told, by, act, to }) => {
    expect(told.leadsTo(by, act)).toBe(to);
  });

  test.each([
    { how: "declining", told: bonded().act(AGENT, "decline"), paid: "agent 0.67" },
    { how: "falling silent", told: bonded().lapse(), paid: "agent 0.67" },
    { how: "a reservation without a deposit", told: reserved().lapse(), paid: "" },
    {
      how: "declining as the only one invited",
      told: bonded(named).act(AGENT, "decline"),
      paid: "principal 0.67, agent 0.67",
    },
    {
      how: "declining an invitation",
      told: story(sampleTerms(named)).act(AGENT, "decline"),
      paid: "principal 0.67",
    },
  ])("$how costs nobody anything: $paid", ({ told, paid }) => {
    expect(told.paid).toBe(paid);
    expect(told.state.isFeeDue).toBe(false);
  });
});

describe("the next agent", () => {
  test("starts afresh: seat number, rounds, attempts, pickup and turn", () => {
    const told = fixed().act(PRINCIPAL, "verify", { success: false }).act(AGENT, "investigate");
    told.act(PRINCIPAL, "result").act(AGENT, "back_out");
    expect(told.state).toMatchObject({
      phase: "open",
      seat: null,
      seatsTaken: 1,
      formerAgents: [AGENT.party],
      deadline: { kind: "pickup", atMs: told.nowMs + 30_000, waitingFor: "any_agent" },
    });
    told.act(RIVAL, "bond");
    expect(told.state.seat).toMatchObject({
      agent: RIVAL.party,
      number: 2,
      isAccepted: false,
      attempts: 0,
      rounds: 0,
      graceEndsMs: null,
    });
  });

  test("waits for the rate limit of the contract, whoever asked before", () => {
    const told = bonded().act(AGENT, "investigate").act(PRINCIPAL, "result");
    told.act(AGENT, "decline").act(RIVAL, "bond");
    expect(told.leadsTo(RIVAL, "investigate")).toBe("too_early");
    expect(told.wait(5).leadsTo(RIVAL, "investigate")).toBe("investigating");
  });

  test("is the tenth at most: then the contract cancels itself", () => {
    const told = story();
    for (let number = 1; number <= 10; number += 1) {
      const agent = toySigner(`agent-${number}`);
      told.act(agent, "bond").act(agent, "decline");
    }
    expect(told.state.deadline).toEqual({
      kind: "pickup",
      atMs: told.nowMs,
      waitingFor: "any_agent",
    });
    expect(told.refusal(AGENT, "bond")).toEqual({ code: "seats_exhausted", limit: 10 });
    expect(told.leadsTo(SERVER, "auto_cancel")).toBe("too_early");
    told.nowMs += 1;
    expect(told.leadsTo(AGENT, "bond")).toBe("deadline_passed");
    told.act(SERVER, "auto_cancel");
    expect(told.phase).toBe("canceled");
    expect(told.paid.split(", ").filter((leg) => leg === "agent 0.67")).toHaveLength(10);
    expect(told.paid.endsWith("agent 0.67, principal 0.67")).toBe(true);
  });
});

describe("free mode", () => {
  test("an agent accepts straight from open, holds nothing, and the principal's word is final", () => {
    const told = story(freeTerms()).act(AGENT, "accept");
    expect(told.phase).toBe("in_progress");
    expect(told.holds).toEqual([]);
    expect(told.leadsTo(AGENT, "dispute_filed")).toBe("no_court");
    told.act(AGENT, "fix");
    expect(told.leadsTo(PRINCIPAL, "verify", { success: true })).toBe("fulfilled");
  });

  test("an agent may also look first", () => {
    expect(story(freeTerms()).act(AGENT, "bond").phase).toBe("investigating");
  });

  test("a last failure ends it at once, without a contest", () => {
    const told = story(freeTerms({ rules: { maxAttempts: 1 } })).act(AGENT, "accept");
    told.act(AGENT, "fix").act(PRINCIPAL, "verify", { success: false });
    expect(told.phase).toBe("canceled");
    expect(told.legs).toEqual([]);
  });
});

test("in autonomous mode a fix goes to review, and silence fulfils", () => {
  const told = fixed({ rules: { mode: "autonomous" } });
  expect(told.state).toMatchObject({ phase: "review", deadline: { kind: "review" } });
  expect(told.lapse().phase).toBe("fulfilled");
  expect(reviewed().lapse().paid).toBe(told.paid);
});

test("a ledger deposit is held with the act that owes it", () => {
  const told = bonded();
  expect(told.holds).toMatchObject([
    { pot: 0, side: "principal", party: PRINCIPAL.party, amount: 670_000_000n },
    { pot: 0, side: "agent", party: AGENT.party, amount: 670_000_000n },
  ]);
  expect(told.state.held).toEqual([{ principal: 670_000_000n, agent: 670_000_000n }]);
  expect(samplePot().due).toEqual(told.state.held[0]);
});
