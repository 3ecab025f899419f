/** Only the judge that the terms name may rule; the server only where that is itself. */
import {
  AGENT,
  accepted,
  appealed,
  budgetPot,
  deliberating,
  EXTERNAL_COURT,
  filed,
  halted,
  JUDGE,
  NO_COURT,
  PRINCIPAL,
  RIVAL,
  rechecked,
  rule,
  SERVER,
  sampleData,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { ActRow } from "../test/act-table.ts";

const [own, strange] = [deliberating(), deliberating(EXTERNAL_COURT)];
const late = deliberating(EXTERNAL_COURT).wait(60.001);

test.each<ActRow>([
  { when: "it comes at once", told: deliberating(), to: "ruled" },
  { when: "it comes at the deadline", told: deliberating().wait(60), to: "ruled" },
  { when: "it comes late", told: deliberating().wait(60.001), to: "deadline_passed" },
  {
    when: "another court gives it",
    told: deliberating(),
    data: { court: "appeals" },
    to: "wrong_phase",
  },
  {
    when: "it answers no question",
    told: deliberating(),
    data: { question: 7n },
    to: "stale_answer",
  },
  {
    when: "it answers the question before",
    told: appealed(),
    data: { question: 0n },
    to: "stale_answer",
  },
  {
    when: "its outcome is unknown",
    told: deliberating(),
    data: { outcome: "mutual" },
    to: "malformed_act",
  },
  {
    when: "it splits a bounty that is not a price",
    told: deliberating(),
    data: { outcome: "split" },
    to: "malformed_act",
  },
  {
    when: "it splits a price",
    told: deliberating({ pots: [budgetPot()] }),
    data: { outcome: "split" },
    to: "ruled",
  },
  {
    when: "it has no reasons",
    told: deliberating(),
    data: { reasoning: null },
    to: "malformed_act",
  },
  {
    when: "its reasons are too long",
    told: deliberating(),
    data: { reasoning: "a".repeat(50_001) },
    to: "malformed_act",
  },
  { when: "the response is awaited", told: filed(), to: "wrong_phase" },
])("when $when → $to", ({ told, by = SERVER, data = {}, to }) => {
  expect(told.leadsTo(by, "ruling", { ...sampleData("ruling", told.state), ...data })).toBe(to);
});

test.each<ActRow>([
  { when: "the server in its own court", told: own, by: SERVER, to: "ruled" },
  { when: "the principal", told: own, by: PRINCIPAL, to: "not_a_party" },
  { when: "the agent", told: own, by: AGENT, to: "not_a_party" },
  { when: "a judge of other contracts", told: own, by: JUDGE, to: "not_a_party" },
  { when: "the judge of the terms", told: strange, by: JUDGE, to: "ruled" },
  { when: "that judge in a halt", told: halted(EXTERNAL_COURT), by: JUDGE, to: "ruled" },
  { when: "the server in its place", told: strange, by: SERVER, to: "not_a_party" },
  { when: "the principal in its place", told: strange, by: PRINCIPAL, to: "not_a_party" },
  { when: "another judge in its place", told: strange, by: RIVAL, to: "not_a_party" },
  {
    when: "that judge at the deadline",
    told: deliberating(EXTERNAL_COURT).wait(60),
    by: JUDGE,
    to: "ruled",
  },
  { when: "that judge too late", told: late, by: JUDGE, to: "deadline_passed" },
  { when: "somebody else too late", told: late, by: RIVAL, to: "not_a_party" },
  { when: "that judge unasked", told: filed(EXTERNAL_COURT), by: JUDGE, to: "wrong_phase" },
  { when: "another judge unasked", told: filed(EXTERNAL_COURT), by: RIVAL, to: "wrong_phase" },
  {
    when: "that judge on another question",
    told: strange,
    by: JUDGE,
    data: { question: 7n },
    to: "stale_answer",
  },
  {
    when: "that judge on another question, and too late",
    told: late,
    by: JUDGE,
    data: { question: 7n },
    to: "stale_answer",
  },
  {
    when: "that judge as another court",
    told: strange,
    by: JUDGE,
    data: { court: "supreme" },
    to: "wrong_phase",
  },
  {
    when: "that judge on a check that is run again",
    told: rechecked(EXTERNAL_COURT),
    by: JUDGE,
    data: { court: "district" },
    to: "wrong_phase",
  },
])("by $when → $to", ({ told, by = SERVER, data = {}, to }) => {
  expect(told.leadsTo(by, "ruling", { ...sampleData("ruling", told.state), ...data })).toBe(to);
});

test("a ruling by somebody else names its author in the refusal", () => {
  const refusals = [SERVER, RIVAL].map((by) => strange.refusal(by, "ruling"));
  expect(refusals).toEqual([
    { code: "not_a_party", author: "server", act: "ruling" },
    { code: "not_a_party", author: RIVAL.party, act: "ruling" },
  ]);
});

test("without a court there is no ruling", () => {
  const told = accepted(NO_COURT);
  expect(told.leadsTo(SERVER, "ruling")).toBe("wrong_phase");
});

test("a ruling of the supreme court is final at once and costs all three tiers", () => {
  const told = appealed(rule(appealed(), "fulfilled"));
  expect(told.state.case?.bench).toBe("supreme");
  rule(told, "fulfilled");
  expect(told.phase).toBe("resolved");
  // W = 0.02 + 0.05 + 0.1: the principal's judge fee is used up.
  expect(told.paid).toBe("agent 1.12, platform 0.22");
});

test.each([
  { told: deliberating(), expected: 0 },
  { told: appealed(), expected: 1 },
])("the refusal of a stale answer names the open question: $expected", ({ told, expected }) => {
  const data = { ...sampleData("ruling", told.state), question: 7n };
  expect(told.refusal(SERVER, "ruling", data)).toEqual({ code: "stale_answer", expected, got: 7 });
});
