import {
  AGENT,
  accepted,
  bonded,
  PRINCIPAL,
  RIVAL,
  reserved,
  type Story,
  sampleTerms,
  story,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { Signer } from "../../identity/signer.ts";

const named = { agent: AGENT.party };

interface Row {
  readonly when: string;
  readonly told: Story;
  readonly by: Signer;
  readonly to: string;
}

test.each<Row>([
  { when: "the agent has looked", told: bonded(), by: AGENT, to: "open" },
  { when: "its deposit has not come", told: reserved(), by: AGENT, to: "open" },
  { when: "all rounds were used", told: usedUp(), by: AGENT, to: "open" },
  { when: "a stranger declines", told: bonded(), by: RIVAL, to: "not_a_party" },
  {
    when: "the principal declines",
    told: bonded(),
    by: PRINCIPAL,
    to: "not_a_party",
  },
  { when: "no agent was named", told: story(), by: AGENT, to: "not_a_party" },
  {
    when: "the named agent declines",
    told: story(sampleTerms(named)),
    by: AGENT,
    to: "canceled",
  },
  {
    when: "another party declines for it",
    told: story(sampleTerms(named)),
    by: RIVAL,
    to: "not_a_party",
  },
  {
    when: "the named agent has looked",
    told: bonded(named),
    by: AGENT,
    to: "canceled",
  },
  {
    when: "the named agent never deposited",
    told: reserved(named),
    by: AGENT,
    to: "canceled",
  },
  {
    when: "the work was accepted",
    told: accepted(),
    by: AGENT,
    to: "wrong_phase",
  },
  {
    when: "it comes after the turn",
    told: bonded().wait(120.001),
    by: AGENT,
    to: "deadline_passed",
  },
])("when $when → $to", ({ told, by, to }) => {
  expect(told.leadsTo(by, "decline")).toBe(to);
});

function usedUp(): Story {
  const told = bonded({ rules: { investigationRounds: 1 } });
  return told.act(AGENT, "investigate").act(PRINCIPAL, "result");
}

test.each([
  { how: "declining", told: bonded().act(AGENT, "decline"), paid: "agent 0.67" },
  { how: "falling silent", told: bonded().lapse(), paid: "agent 0.67" },
  { how: "a reservation without a deposit", told: reserved().lapse(), paid: "" },
  {
    how: "declining as the named agent",
    told: bonded(named).act(AGENT, "decline"),
    paid: "principal 0.67, agent 0.67",
  },
  {
    how: "declining before bonding, as the named agent",
    told: story(sampleTerms(named)).act(AGENT, "decline"),
    paid: "principal 0.67",
  },
])("$how costs nobody anything: $paid", ({ told, paid }) => {
  expect(told.paid).toBe(paid);
  expect(told.state.isFeeDue).toBe(false);
});

test.each([
  { when: "it is missing", data: {}, to: "open" },
  { when: "it has the maximum length", data: { reason: "a".repeat(2_000) }, to: "open" },
  { when: "it is longer", data: { reason: "a".repeat(2_001) }, to: "malformed_act" },
])("a reason: when $when → $to", ({ data, to }) => {
  expect(bonded().leadsTo(AGENT, "decline", data)).toBe(to);
});
