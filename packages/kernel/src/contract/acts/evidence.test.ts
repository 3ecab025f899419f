import {
  AGENT,
  ARBITERS,
  deliberating,
  drawing,
  hearing,
  PRINCIPAL,
  RIVAL,
  seating,
  unseated,
  voting,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import { actTable } from "../test/act-table.ts";

const hash = "ab".repeat(32);
const items = (number: number): string[] => new Array<string>(number).fill(hash);

actTable("evidence", AGENT, [
  { when: "it is awaited", told: hearing(), to: "deliberating" },
  { when: "arbiters are asked", told: seating(), to: "deliberating" },
  { when: "there is no panel", told: unseated(), to: "resolved" },
  {
    when: "there is no panel, and the disputant sends it",
    told: unseated(),
    by: PRINCIPAL,
    to: "deliberating",
  },
  { when: "it comes at the deadline", told: hearing().wait(3_600), to: "deliberating" },
  { when: "it comes late", told: hearing().wait(3_600.001), to: "deadline_passed" },
  { when: "nobody was drawn", told: drawing(), to: "wrong_stage" },
  { when: "votes are cast", told: voting(), to: "wrong_stage" },
  { when: "a tier has the case", told: deliberating(), to: "wrong_phase" },
  { when: "this side sent it", told: hearing().act(AGENT, "evidence"), to: "already_answered" },
  { when: "an arbiter sends it", told: hearing(), by: ARBITERS[1]!, to: "not_a_party" },
  { when: "a stranger sends it", told: hearing(), by: RIVAL, to: "not_a_party" },
  { when: "there is nothing to show", told: hearing(), data: { items: [] }, to: "deliberating" },
  { when: "there are ten items", told: hearing(), data: { items: items(10) }, to: "deliberating" },
  { when: "there are eleven", told: hearing(), data: { items: items(11) }, to: "malformed_act" },
  { when: "an item is no hash", told: hearing(), data: { items: ["log"] }, to: "malformed_act" },
]);

test("a statement has 2,000 characters at most", () => {
  const said = (length: number): string =>
    hearing().leadsTo(AGENT, "evidence", { items: [], statement: "a".repeat(length) });
  expect([said(2_000), said(2_001)]).toEqual(["deliberating", "malformed_act"]);
});

test("the first leaves the clock and waits for the other; the second begins the votes", () => {
  const told = hearing().wait(60);
  const { atMs } = told.state.deadline ?? {};
  told.act(AGENT, "evidence");
  expect(told.state.deadline).toEqual({ kind: "evidence", atMs, waitingFor: "principal" });
  told.act(PRINCIPAL, "evidence");
  expect(told.state.deadline).toEqual({
    kind: "votes",
    atMs: told.nowMs + 3_600_000,
    waitingFor: "panel",
  });
});

test("without a panel the respondent's answer ends the case without fault", () => {
  const told = unseated().act(AGENT, "evidence");
  expect(told.state.rulings).toMatchObject([{ outcome: "impossible", bench: "panel" }]);
  expect(told.paid).toBe("principal 30, agent 40");
});
