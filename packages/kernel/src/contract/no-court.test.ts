/** Contracts with a bounty and no court, and free ones. */
import {
  AGENT,
  accepted,
  bonded,
  fixed,
  freeTerms,
  NO_COURT,
  PRINCIPAL,
  RIVAL,
  reviewed,
  type Story,
  sampleTerms,
  story,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";

const ends = { rules: { reopens: false } };

// B 0.5, F 0.05, C 0.05: only the principal holds, 0.5.
describe("with a bounty and no court", () => {
  const rows: { when: string; told: Story; to: string; paid: string }[] = [
    {
      when: "it is fulfilled",
      told: fixed(NO_COURT).act(PRINCIPAL, "verify"),
      to: "fulfilled",
      paid: "agent 0.45, platform 0.05",
    },
    {
      when: "the review is rejected",
      told: reviewed(NO_COURT).act(PRINCIPAL, "review_reject"),
      to: "canceled",
      paid: "principal 0.45, platform 0.05",
    },
    {
      when: "no agent has bonded",
      told: story(sampleTerms(NO_COURT)).lapse(),
      to: "canceled",
      paid: "principal 0.5",
    },
    {
      when: "the principal leaves in grace",
      told: accepted(NO_COURT).act(PRINCIPAL, "cancel"),
      to: "canceled",
      paid: "principal 0.5",
    },
    {
      when: "the principal leaves late",
      told: accepted(NO_COURT).wait(31).act(PRINCIPAL, "cancel"),
      to: "canceled",
      paid: "principal 0.45, platform 0.05",
    },
    {
      when: "a halt mid-work is a cancel",
      told: accepted(NO_COURT).wait(31).act(PRINCIPAL, "halt"),
      to: "canceled",
      paid: "principal 0.45, platform 0.05",
    },
    {
      when: "the agent leaves in grace",
      told: accepted(NO_COURT).act(AGENT, "back_out"),
      to: "open",
      paid: "",
    },
    {
      when: "the agent leaves late",
      told: accepted(NO_COURT).wait(31).act(AGENT, "back_out"),
      to: "open",
      paid: "",
    },
    {
      when: "the agent left late and no agent has bonded after it",
      told: accepted(NO_COURT).wait(31).act(AGENT, "back_out").lapse(),
      to: "canceled",
      paid: "principal 0.5",
    },
    {
      when: "the agent left late and the next one looks when it is called off",
      told: accepted(NO_COURT)
        .wait(31)
        .act(AGENT, "back_out")
        .act(RIVAL, "bond")
        .act(PRINCIPAL, "cancel"),
      to: "canceled",
      paid: "principal 0.5",
    },
    {
      when: "the agent leaves late and it ends",
      told: accepted({ ...NO_COURT, ...ends })
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

  test("the agent holds nothing", () => {
    expect(bonded(NO_COURT).holds.map(({ side }) => side)).toEqual(["principal"]);
  });
});

describe("free mode", () => {
  test("an agent accepts straight from open, holds nothing, and the principal's verification is final", () => {
    const told = story(freeTerms()).act(AGENT, "accept");
    expect(told.phase).toBe("in_progress");
    expect(told.holds).toEqual([]);
    expect(told.leadsTo(AGENT, "dispute_filed")).toBe("no_court");
    told.act(AGENT, "fix");
    expect(told.leadsTo(PRINCIPAL, "verify", { success: true })).toBe("fulfilled");
  });

  test("an agent may also investigate first", () => {
    expect(story(freeTerms()).act(AGENT, "bond").phase).toBe("investigating");
  });

  test("a last failure ends it at once, without a contest", () => {
    const told = story(freeTerms({ rules: { maxAttempts: 1 } })).act(AGENT, "accept");
    told.act(AGENT, "fix").act(PRINCIPAL, "verify", { success: false });
    expect(told.phase).toBe("canceled");
    expect(told.legs).toEqual([]);
  });
});
