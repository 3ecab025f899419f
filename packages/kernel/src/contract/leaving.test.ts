/** Calling it off, backing out and grace: who may, until when, and what it costs. */
import {
  AGENT,
  accepted,
  awaitingDeposit,
  bonded,
  contested,
  filed,
  fixed,
  halted,
  heard,
  PRINCIPAL,
  RIVAL,
  reserved,
  reviewed,
  ruled,
  SERVER,
  type Story,
  samplePot,
  sampleTerms,
  story,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { Signer } from "../identity/signer.ts";

const noCourt = { court: { kind: "none" }, pots: [samplePot({ hasCourt: false })] } as const;
const ends = { rules: { reopens: false } };
const failed = (): Story => fixed().act(PRINCIPAL, "verify", { success: false });

describe("cancel and back_out", () => {
  const rows: { act: "cancel" | "back_out"; when: string; told: Story; by?: Signer; to: string }[] =
    [
      { act: "cancel", when: "nothing is funded", told: awaitingDeposit(), to: "canceled" },
      { act: "cancel", when: "nobody came yet", told: story(), to: "canceled" },
      { act: "cancel", when: "a deposit is awaited", told: reserved(), to: "canceled" },
      { act: "cancel", when: "the agent looks", told: bonded(), to: "canceled" },
      { act: "cancel", when: "the agent works", told: accepted(), to: "canceled" },
      { act: "cancel", when: "a fix failed", told: failed(), to: "canceled" },
      { act: "cancel", when: "a fix is pending", told: fixed(), to: "fix_pending" },
      { act: "cancel", when: "the review runs", told: reviewed(), to: "fix_pending" },
      { act: "cancel", when: "it said no already", told: contested(), to: "wrong_phase" },
      { act: "cancel", when: "a case is filed", told: filed(), to: "wrong_phase" },
      { act: "cancel", when: "the court sits", told: heard(), to: "wrong_phase" },
      { act: "cancel", when: "the court has ruled", told: ruled(), to: "wrong_phase" },
      { act: "cancel", when: "it is halted", told: halted(), to: "wrong_phase" },
      { act: "cancel", when: "it is over", told: story().lapse(), to: "contract_ended" },
      { act: "cancel", when: "the agent wants it", told: accepted(), by: AGENT, to: "not_a_party" },
      { act: "cancel", when: "a stranger wants it", told: story(), by: RIVAL, to: "not_a_party" },
      {
        act: "cancel",
        when: "the clock has run out",
        told: story().wait(30.001),
        to: "deadline_passed",
      },
      { act: "back_out", when: "it looks", told: bonded(), to: "open" },
      { act: "back_out", when: "it works", told: accepted(), to: "open" },
      { act: "back_out", when: "grace is over", told: accepted().wait(31), to: "open" },
      { act: "back_out", when: "the contract then ends", told: accepted(ends), to: "canceled" },
      {
        act: "back_out",
        when: "it was meant for this agent",
        told: accepted({ agent: AGENT.party }),
        to: "canceled",
      },
      { act: "back_out", when: "its fix is pending", told: fixed(), to: "fix_pending" },
      { act: "back_out", when: "the review runs", told: reviewed(), to: "fix_pending" },
      { act: "back_out", when: "the principal said no", told: contested(), to: "wrong_phase" },
      { act: "back_out", when: "it is halted", told: halted(), to: "wrong_phase" },
      {
        act: "back_out",
        when: "the principal wants it",
        told: accepted(),
        by: PRINCIPAL,
        to: "not_a_party",
      },
      {
        act: "back_out",
        when: "its turn is over",
        told: accepted().wait(120.001),
        to: "deadline_passed",
      },
    ];

  test.each(rows)("$act when $when → $to", ({ act, told, by, to }) => {
    const author = by ?? (act === "cancel" ? PRINCIPAL : AGENT);
    expect(told.leadsTo(author, act)).toBe(to);
  });
});

// B 0.5, J 0.17, F 0.05, C 0.05: 0.67 from each side.
describe("what leaving costs", () => {
  const both = "principal 0.67, agent 0.67";
  const rows: {
    when: string;
    told: Story;
    by: Signer;
    act: "cancel" | "back_out";
    paid: string;
  }[] = [
    {
      when: "nobody came yet",
      told: story(),
      by: PRINCIPAL,
      act: "cancel",
      paid: "principal 0.67",
    },
    { when: "nothing was funded", told: awaitingDeposit(), by: PRINCIPAL, act: "cancel", paid: "" },
    {
      when: "a deposit is awaited",
      told: reserved(),
      by: PRINCIPAL,
      act: "cancel",
      paid: "principal 0.67",
    },
    { when: "the agent looks", told: bonded(), by: PRINCIPAL, act: "cancel", paid: both },
    { when: "grace has just begun", told: accepted(), by: PRINCIPAL, act: "cancel", paid: both },
    {
      when: "it is the last of grace",
      told: accepted().wait(30),
      by: PRINCIPAL,
      act: "cancel",
      paid: both,
    },
    {
      when: "grace is just over",
      told: accepted().wait(30.001),
      by: PRINCIPAL,
      act: "cancel",
      paid: "agent 0.72, principal 0.52, platform 0.1",
    },
    {
      when: "a fix failed within grace",
      told: failed(),
      by: PRINCIPAL,
      act: "cancel",
      paid: "agent 0.72, principal 0.52, platform 0.1",
    },
    {
      when: "the agent leaves while looking",
      told: bonded(),
      by: AGENT,
      act: "back_out",
      paid: "agent 0.67",
    },
    {
      when: "the agent leaves in grace",
      told: accepted().wait(30),
      by: AGENT,
      act: "back_out",
      paid: "agent 0.67",
    },
    {
      when: "the agent leaves late",
      told: accepted().wait(30.001),
      by: AGENT,
      act: "back_out",
      paid: "agent 0.57, principal 0.05, platform 0.05",
    },
    {
      when: "the agent leaves after its fix failed",
      told: failed(),
      by: AGENT,
      act: "back_out",
      paid: "agent 0.57, principal 0.05, platform 0.05",
    },
    {
      when: "the agent leaves in grace and it ends",
      told: accepted(ends),
      by: AGENT,
      act: "back_out",
      paid: both,
    },
    {
      when: "the agent leaves late and it ends",
      told: accepted(ends).wait(31),
      by: AGENT,
      act: "back_out",
      paid: "principal 0.67, agent 0.57, platform 0.1",
    },
    {
      when: "there is no grace at all",
      told: accepted({ rules: { graceSeconds: 0 } }).wait(0.001),
      by: AGENT,
      act: "back_out",
      paid: "agent 0.57, principal 0.05, platform 0.05",
    },
  ];

  test.each(rows)("when $when: $paid", ({ told, by, act, paid }) => {
    expect(told.act(by, act).paid).toBe(paid);
  });

  test("an agent silent within grace has left late all the same", () => {
    const told = accepted({ rules: { turnSeconds: 10 } }).lapse();
    expect(told.paid).toBe("agent 0.57, principal 0.05, platform 0.05");
  });

  test("a late leave makes the platform's fee due, once, at the end", () => {
    const told = accepted().wait(31).act(AGENT, "back_out");
    expect(told.state.isFeeDue).toBe(true);
    told.lapse();
    expect(told.paid).toBe(
      "agent 0.57, principal 0.05, platform 0.05, principal 0.62, platform 0.05",
    );
  });

  test("a fee that is due stays due when the next agent leaves for free", () => {
    const told = accepted().wait(31).act(AGENT, "back_out");
    told.act(RIVAL, "bond").act(RIVAL, "decline").lapse();
    expect(told.paid.endsWith("agent 0.67, principal 0.62, platform 0.05")).toBe(true);
  });

  test("a leave in grace makes no fee due", () => {
    const told = accepted().act(AGENT, "back_out").lapse();
    expect(told.paid).toBe("agent 0.67, principal 0.67");
  });

  test("two late leaves make one fee due", () => {
    const told = accepted().wait(31).act(AGENT, "back_out");
    told.act(RIVAL, "bond").act(RIVAL, "accept").lapse();
    expect(told.state.formerAgents).toEqual([AGENT.party, RIVAL.party]);
    const before = told.legs.length;
    told.act(PRINCIPAL, "cancel");
    const last = told.legs.slice(before).map(({ to, amount }) => [to.role, amount]);
    expect(last).toEqual([
      ["principal", 620_000_000n],
      ["platform", 50_000_000n],
    ]);
  });
});

// B 0.5, F 0.05, C 0.05: only the principal holds, 0.5.
describe("with a bounty and no court", () => {
  const rows: { when: string; told: Story; to: string; paid: string }[] = [
    {
      when: "it is fulfilled",
      told: fixed(noCourt).act(PRINCIPAL, "verify"),
      to: "fulfilled",
      paid: "agent 0.45, platform 0.05",
    },
    {
      when: "the review is rejected",
      told: reviewed(noCourt).act(PRINCIPAL, "review_reject"),
      to: "canceled",
      paid: "principal 0.45, platform 0.05",
    },
    {
      when: "nobody came",
      told: story(sampleTerms(noCourt)).lapse(),
      to: "canceled",
      paid: "principal 0.5",
    },
    {
      when: "the principal leaves in grace",
      told: accepted(noCourt).act(PRINCIPAL, "cancel"),
      to: "canceled",
      paid: "principal 0.5",
    },
    {
      when: "the principal leaves late",
      told: accepted(noCourt).wait(31).act(PRINCIPAL, "cancel"),
      to: "canceled",
      paid: "agent 0.05, principal 0.35, platform 0.1",
    },
    {
      when: "a halt mid-work is a cancel",
      told: accepted(noCourt).wait(31).act(PRINCIPAL, "halt"),
      to: "canceled",
      paid: "agent 0.05, principal 0.35, platform 0.1",
    },
    {
      when: "the agent leaves in grace",
      told: accepted(noCourt).act(AGENT, "back_out"),
      to: "open",
      paid: "",
    },
    {
      when: "the agent leaves late",
      told: accepted(noCourt).wait(31).act(AGENT, "back_out"),
      to: "open",
      paid: "",
    },
    {
      when: "the agent left late and nobody came after it",
      told: accepted(noCourt).wait(31).act(AGENT, "back_out").lapse(),
      to: "canceled",
      paid: "principal 0.5",
    },
    {
      when: "the agent left late and the next one looks when it is called off",
      told: accepted(noCourt)
        .wait(31)
        .act(AGENT, "back_out")
        .act(RIVAL, "bond")
        .act(PRINCIPAL, "cancel"),
      to: "canceled",
      paid: "principal 0.5",
    },
    {
      when: "the agent leaves late and it ends",
      told: accepted({ ...noCourt, ...ends })
        .wait(31)
        .act(AGENT, "back_out"),
      to: "canceled",
      paid: "principal 0.5",
    },
  ];

  test.each(rows)("when $when: $to, $paid", ({ told, to, paid }) => {
    expect(told.phase).toBe(to);
    expect(told.paid).toBe(paid);
  });

  test.each([
    { when: "working", told: accepted(noCourt), by: AGENT },
    { when: "verifying", told: fixed(noCourt), by: PRINCIPAL },
    { when: "reviewing", told: reviewed(noCourt), by: PRINCIPAL },
  ])("nobody can dispute while $when", ({ told, by }) => {
    expect(told.leadsTo(by, "dispute_filed")).toBe("no_court");
  });

  test("the agent holds nothing", () => {
    expect(bonded(noCourt).holds.map(({ side }) => side)).toEqual(["principal"]);
  });
});

test("the server alone writes what the clock does", () => {
  expect(story().leadsTo(PRINCIPAL, "auto_cancel")).toBe("server_only");
  expect(accepted().leadsTo(AGENT, "abandoned")).toBe("server_only");
  expect(awaitingDeposit().leadsTo(PRINCIPAL, "funded")).toBe("server_only");
  expect(story().leadsTo(SERVER, "cancel")).toBe("not_a_party");
});
