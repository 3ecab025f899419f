/** Who may rule: the judge that the terms name, and the server only where that is itself. */
import {
  AGENT,
  accepted,
  filed,
  halted,
  heard,
  JUDGE,
  PRINCIPAL,
  RIVAL,
  rechecked,
  ruled,
  SERVER,
  type Story,
  sampleData,
  samplePot,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { JsonObject } from "../canonical/json.ts";
import { TIERS } from "../court/ruling.ts";
import type { Signer } from "../identity/signer.ts";

const appealed = (told: Story): Story =>
  told.act(PRINCIPAL, "appeal").act(AGENT, "dispute_response");
const foreign = { court: { kind: "tiered", judge: JUDGE.party, tiers: TIERS } } as const;
const [own, strange] = [heard(), heard(foreign)];
const late = heard(foreign).wait(60.001);
const judges: { when: string; told: Story; by: Signer; data?: JsonObject; to: string }[] = [
  { when: "the server in its own court", told: own, by: SERVER, to: "ruled" },
  { when: "the principal", told: own, by: PRINCIPAL, to: "not_a_party" },
  { when: "the agent", told: own, by: AGENT, to: "not_a_party" },
  { when: "a judge of other contracts", told: own, by: JUDGE, to: "not_a_party" },
  { when: "the judge of the terms", told: strange, by: JUDGE, to: "ruled" },
  { when: "that judge in a halt", told: halted(foreign), by: JUDGE, to: "ruled" },
  { when: "the server in its place", told: strange, by: SERVER, to: "not_a_party" },
  { when: "the principal in its place", told: strange, by: PRINCIPAL, to: "not_a_party" },
  { when: "another judge in its place", told: strange, by: RIVAL, to: "not_a_party" },
  { when: "that judge at the deadline", told: heard(foreign).wait(60), by: JUDGE, to: "ruled" },
  { when: "that judge too late", told: late, by: JUDGE, to: "deadline_passed" },
  { when: "somebody else too late", told: late, by: RIVAL, to: "not_a_party" },
  { when: "that judge unasked", told: filed(foreign), by: JUDGE, to: "wrong_phase" },
  { when: "anybody unasked", told: filed(foreign), by: RIVAL, to: "wrong_phase" },
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
    told: rechecked(foreign),
    by: JUDGE,
    data: { court: "district" },
    to: "wrong_phase",
  },
];

test.each(judges)("a ruling of $when → $to", ({ told, by, data = {}, to }) => {
  expect(told.leadsTo(by, "ruling", { ...sampleData("ruling", told.state), ...data })).toBe(to);
});

test("a ruling of somebody else is told who it was", () => {
  const refusals = [SERVER, RIVAL].map((by) => strange.refusal(by, "ruling"));
  expect(refusals).toEqual([
    { code: "not_a_party", author: "server", act: "ruling" },
    { code: "not_a_party", author: RIVAL.party, act: "ruling" },
  ]);
});

test("a ruling cannot be where no court was agreed on", () => {
  const told = accepted({ court: { kind: "none" }, pots: [samplePot({ hasCourt: false })] });
  expect(told.leadsTo(SERVER, "ruling")).toBe("wrong_phase");
});

test.each([
  { act: "voided", told: heard(foreign), to: "voided" },
  { act: "ruling_final", told: appealed(ruled("fulfilled", foreign)), to: "resolved" },
] as const)("what a foreign judge does not give is the server's to write: $act", (row) => {
  const { act, told, to } = row;
  told.waitForDeadline().nowMs += 1;
  expect(told.leadsTo(JUDGE, act)).toBe("server_only");
  expect(told.leadsTo(SERVER, act)).toBe(to);
});
