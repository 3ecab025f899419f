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
import { actTable, textLimit } from "../test/act-table.ts";

const named = { agent: AGENT.party };

actTable("decline", AGENT, [
  { when: "the agent has looked", told: bonded(), to: "open" },
  { when: "its deposit has not come", told: reserved(), to: "open" },
  { when: "all rounds were used", told: usedUp(), to: "open" },
  { when: "a stranger declines", told: bonded(), by: RIVAL, to: "not_a_party" },
  { when: "the principal declines", told: bonded(), by: PRINCIPAL, to: "not_a_party" },
  { when: "no agent was named", told: story(), to: "not_a_party" },
  { when: "the named agent declines", told: story(sampleTerms(named)), to: "canceled" },
  {
    when: "another party declines for it",
    told: story(sampleTerms(named)),
    by: RIVAL,
    to: "not_a_party",
  },
  { when: "the named agent has looked", told: bonded(named), to: "canceled" },
  { when: "the named agent never deposited", told: reserved(named), to: "canceled" },
  { when: "the work was accepted", told: accepted(), to: "wrong_phase" },
  { when: "it comes after the turn", told: bonded().wait(120.001), to: "deadline_passed" },
]);

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

textLimit("decline", AGENT, {
  field: "reason",
  max: 2_000,
  isOptional: true,
  told: bonded,
  to: "open",
});
