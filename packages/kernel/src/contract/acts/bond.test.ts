import {
  AGENT,
  accepted,
  awaitingDeposit,
  bonded,
  EXTERNAL_COURT,
  freeTerms,
  JUDGE,
  PRINCIPAL,
  RIVAL,
  reserved,
  SERVER,
  samplePot,
  sampleTerms,
  story,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import { actTable } from "../test/act-table.ts";

const named = { agent: AGENT.party };

actTable("bond", AGENT, [
  { when: "it is free", told: story(), to: "investigating" },
  { when: "the deposit is slow", told: awaitingDeposit().act(SERVER, "funded"), to: "reserved" },
  { when: "it is the last moment", told: story().waitForDeadline(), to: "investigating" },
  { when: "it is one millisecond later", told: story().wait(30.001), to: "deadline_passed" },
  { when: "the principal bonds itself", told: story(), by: PRINCIPAL, to: "own_contract" },
  {
    when: "the judge bonds",
    told: story(sampleTerms(EXTERNAL_COURT)),
    by: JUDGE,
    to: "conflict_of_interest",
  },
  {
    when: "no court was agreed on, so nobody is its judge",
    told: story(freeTerms()),
    by: JUDGE,
    to: "investigating",
  },
  { when: "the seat is taken", told: bonded(), by: RIVAL, to: "wrong_phase" },
  { when: "a deposit is awaited for the seat", told: reserved(), by: RIVAL, to: "wrong_phase" },
  {
    when: "it is reserved for another agent",
    told: story(sampleTerms(named)),
    by: RIVAL,
    to: "reserved_for",
  },
  { when: "it is reserved for this agent", told: story(sampleTerms(named)), to: "investigating" },
  { when: "the server sends it", told: story(), by: SERVER, to: "not_a_party" },
  { when: "it was declined before", told: bonded().act(AGENT, "decline"), to: "held_before" },
  { when: "it was left in grace", told: accepted().act(AGENT, "back_out"), to: "held_before" },
  { when: "it was lost by silence", told: bonded().lapse(), to: "held_before" },
  { when: "its deposit never came", told: reserved().lapse(), to: "held_before" },
  { when: "another left it", told: bonded().act(AGENT, "decline"), by: RIVAL, to: "investigating" },
  { when: "nothing is funded yet", told: awaitingDeposit(), to: "wrong_phase" },
]);

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
  const told = story(sampleTerms(EXTERNAL_COURT), { isSameOwner });
  expect(told.refusal(RIVAL, "bond")).toEqual({
    code: "conflict_of_interest",
    author: RIVAL.party,
  });
  expect(told.leadsTo(AGENT, "bond")).toBe("investigating");
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
