/** Handing in, verifying, reviewing and contesting. */
import {
  AGENT,
  accepted,
  bonded,
  contested,
  fixed,
  PRINCIPAL,
  RIVAL,
  reviewed,
  SERVER,
  type Story,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../canonical/json.ts";
import type { Signer } from "../identity/signer.ts";

const tried = (times: number, attempts = 5): Story => {
  const told = accepted({ rules: { maxAttempts: attempts } });
  for (let time = 0; time < times; time += 1) {
    told.act(AGENT, "fix").act(PRINCIPAL, "verify", { success: false });
  }
  return told;
};

describe("a fix", () => {
  const fix = "make CC=gcc";
  const rows: { when: string; told: Story; by?: Signer; data: JsonObject; to: string }[] = [
    { when: "it has no explanation", told: accepted(), data: { fix }, to: "verifying" },
    {
      when: "it corrects the command",
      told: accepted(),
      data: { fix, command: "make -k test" },
      to: "verifying",
    },
    {
      when: "the corrected command is empty",
      told: accepted(),
      data: { fix, command: "" },
      to: "malformed_act",
    },
    { when: "it is empty", told: accepted(), data: { fix: "" }, to: "verifying" },
    { when: "it is missing", told: accepted(), data: {}, to: "malformed_act" },
    {
      when: "it is as long as may be",
      told: accepted(),
      data: { fix: "a".repeat(100_000) },
      to: "verifying",
    },
    {
      when: "it is longer",
      told: accepted(),
      data: { fix: "a".repeat(100_001) },
      to: "malformed_act",
    },
    {
      when: "its explanation is too long",
      told: accepted(),
      data: { fix, explanation: "a".repeat(20_001) },
      to: "malformed_act",
    },
    {
      when: "it names a price where the bounty is fixed",
      told: accepted(),
      data: { fix, price: "0.1" },
      to: "price_not_allowed",
    },
    { when: "it is the second at once", told: fixed(), data: { fix }, to: "fix_pending" },
    { when: "the review runs", told: reviewed(), data: { fix }, to: "fix_pending" },
    { when: "nothing was accepted", told: bonded(), data: { fix }, to: "wrong_phase" },
    {
      when: "the principal sends it",
      told: accepted(),
      by: PRINCIPAL,
      data: { fix },
      to: "not_a_party",
    },
    { when: "a rival sends it", told: accepted(), by: RIVAL, data: { fix }, to: "not_a_party" },
    {
      when: "a command is still open",
      told: accepted().act(AGENT, "investigate"),
      data: { fix },
      to: "verifying",
    },
    {
      when: "it lands on the deadline",
      told: accepted().waitForDeadline(),
      data: { fix },
      to: "verifying",
    },
    {
      when: "it is one millisecond late",
      told: accepted().wait(120.001),
      data: { fix },
      to: "deadline_passed",
    },
  ];

  test.each(rows)("when $when → $to", ({ told, by = AGENT, data, to }) => {
    expect(told.leadsTo(by, "fix", data)).toBe(to);
  });

  test("ends grace for both sides", () => {
    expect(fixed().state.seat?.graceEndsMs).toBeNull();
    expect(tried(1).state.seat?.graceEndsMs).toBeNull();
  });
});

describe("a verification", () => {
  const no = { success: false };
  const yes = { success: true };
  const large = (length: number): JsonObject => ({
    ...yes,
    evidence: { output: "a".repeat(length) },
  });
  const rows: { when: string; told: Story; by?: Signer; data: JsonObject; to: string }[] = [
    { when: "it passed", told: fixed(), data: yes, to: "fulfilled" },
    { when: "it failed", told: fixed(), data: no, to: "in_progress" },
    {
      when: "it failed for the fourth time of five",
      told: tried(3).act(AGENT, "fix"),
      data: no,
      to: "in_progress",
    },
    {
      when: "it failed for the fifth time of five",
      told: tried(4).act(AGENT, "fix"),
      data: no,
      to: "contest",
    },
    {
      when: "it passed at the fifth attempt",
      told: tried(4).act(AGENT, "fix"),
      data: yes,
      to: "fulfilled",
    },
    {
      when: "it failed and there was one attempt",
      told: tried(0, 1).act(AGENT, "fix"),
      data: no,
      to: "contest",
    },
    { when: "it failed in review", told: reviewed(), data: no, to: "in_progress" },
    { when: "it passed in review", told: reviewed(), data: yes, to: "fulfilled" },
    { when: "there is no fix", told: accepted(), data: yes, to: "wrong_phase" },
    { when: "the fix failed already", told: tried(1), data: yes, to: "wrong_phase" },
    { when: "it said no for good", told: contested(), data: yes, to: "wrong_phase" },
    { when: "the agent verifies itself", told: fixed(), by: AGENT, data: yes, to: "not_a_party" },
    { when: "success is a word", told: fixed(), data: { success: "true" }, to: "malformed_act" },
    {
      when: "the evidence is a text",
      told: fixed(),
      data: { ...yes, evidence: "ok" },
      to: "malformed_act",
    },
    // {"output":"…"} is thirteen characters longer than the output.
    {
      when: "the evidence is as long as may be",
      told: fixed(),
      data: large(199_987),
      to: "fulfilled",
    },
    { when: "the evidence is longer", told: fixed(), data: large(199_988), to: "malformed_act" },
    { when: "it comes at the deadline", told: fixed().wait(420), data: no, to: "in_progress" },
    { when: "it comes after it", told: fixed().wait(420.001), data: no, to: "deadline_passed" },
  ];

  test.each(rows)("when $when → $to", ({ told, by = PRINCIPAL, data, to }) => {
    expect(told.leadsTo(by, "verify", data)).toBe(to);
  });

  test("attempts are counted in review as well", () => {
    const told = reviewed().act(PRINCIPAL, "verify", no);
    expect(told.state.seat?.attempts).toBe(1);
  });
});

describe("a review and a contest", () => {
  const rows: {
    when: string;
    told: Story;
    by: Signer;
    act: "review_accept" | "review_reject" | "dispute_filed";
    to: string;
  }[] = [
    {
      when: "the principal is content",
      told: reviewed(),
      by: PRINCIPAL,
      act: "review_accept",
      to: "fulfilled",
    },
    {
      when: "the principal is not",
      told: reviewed(),
      by: PRINCIPAL,
      act: "review_reject",
      to: "contest",
    },
    {
      when: "the agent is content",
      told: reviewed(),
      by: AGENT,
      act: "review_accept",
      to: "not_a_party",
    },
    {
      when: "the agent rejects",
      told: reviewed(),
      by: AGENT,
      act: "review_reject",
      to: "not_a_party",
    },
    {
      when: "there is no review",
      told: fixed(),
      by: PRINCIPAL,
      act: "review_accept",
      to: "wrong_phase",
    },
    {
      when: "there is nothing to reject",
      told: fixed(),
      by: PRINCIPAL,
      act: "review_reject",
      to: "wrong_phase",
    },
    {
      when: "it is the last moment of the review",
      told: reviewed().waitForDeadline(),
      by: PRINCIPAL,
      act: "review_reject",
      to: "contest",
    },
    {
      when: "the review is over",
      told: reviewed().wait(7_200.001),
      by: PRINCIPAL,
      act: "review_reject",
      to: "deadline_passed",
    },
    {
      when: "the agent contests a rejection",
      told: contested(),
      by: AGENT,
      act: "dispute_filed",
      to: "awaiting_response",
    },
    {
      when: "the agent contests at the deadline",
      told: contested().wait(30),
      by: AGENT,
      act: "dispute_filed",
      to: "awaiting_response",
    },
    {
      when: "the agent contests too late",
      told: contested().wait(30.001),
      by: AGENT,
      act: "dispute_filed",
      to: "deadline_passed",
    },
    {
      when: "the principal contests its own no",
      told: contested(),
      by: PRINCIPAL,
      act: "dispute_filed",
      to: "not_yours_to_dispute",
    },
    {
      when: "it changes its mind",
      told: contested(),
      by: PRINCIPAL,
      act: "review_accept",
      to: "wrong_phase",
    },
  ];

  test.each(rows)("when $when → $to", ({ told, by, act, to }) => {
    expect(told.leadsTo(by, act)).toBe(to);
  });

  test.each([
    { how: "a rejection", told: contested(), reason: "rejected" },
    { how: "the last failure", told: tried(5), reason: "exhausted" },
  ])("$how, left alone, cancels", ({ told, reason }) => {
    told.lapse();
    expect(told.phase).toBe("canceled");
    expect(told.transcript().entries.at(-1)?.data).toEqual({ reason });
    expect(told.paid).toBe("principal 0.62, agent 0.67, platform 0.05");
  });

  test("a silent principal loses the review, not the agent", () => {
    const told = fixed().lapse();
    expect(told.leadsTo(SERVER, "auto_fulfill")).toBe("too_early");
    expect(told.lapse().paid).toBe("agent 1.12, principal 0.17, platform 0.05");
  });
});
