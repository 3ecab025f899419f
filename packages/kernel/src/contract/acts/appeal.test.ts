import { AGENT, appealed, PRINCIPAL, RIVAL, rule, ruled } from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { RulingOutcome } from "../../court/ruling.ts";
import { actTable } from "../test/act-table.ts";

const rows: { of: RulingOutcome; principal: string; agent: string }[] = [
  { of: "fulfilled", principal: "awaiting_response", agent: "not_yours_to_appeal" },
  { of: "evil_principal", principal: "awaiting_response", agent: "not_yours_to_appeal" },
  { of: "canceled", principal: "not_yours_to_appeal", agent: "awaiting_response" },
  { of: "evil_agent", principal: "not_yours_to_appeal", agent: "awaiting_response" },
  { of: "evil_both", principal: "awaiting_response", agent: "awaiting_response" },
  { of: "impossible", principal: "awaiting_response", agent: "awaiting_response" },
];

test.each(rows)("against $of: principal → $principal, agent → $agent", (row) => {
  expect(ruled(row.of).leadsTo(PRINCIPAL, "appeal")).toBe(row.principal);
  expect(ruled(row.of).leadsTo(AGENT, "appeal")).toBe(row.agent);
});

actTable("appeal", PRINCIPAL, [
  { when: "it comes at the deadline", told: ruled().wait(30), to: "awaiting_response" },
  { when: "it comes after the deadline", told: ruled().wait(30.001), to: "deadline_passed" },
  { when: "a stranger appeals", told: ruled(), by: RIVAL, to: "not_a_party" },
  { when: "the court deliberates on an appeal", told: appealed(), to: "wrong_phase" },
  { when: "the ruling is final", told: ruled().lapse(), to: "contract_ended" },
  {
    when: "it opens an output",
    told: ruled(),
    data: { argument: "see", evidence: { output: "ok", salt: "5e".repeat(32) } },
    to: "awaiting_response",
  },
  {
    when: "the evidence is a number",
    told: ruled(),
    data: { argument: "see", evidence: 7n },
    to: "malformed_act",
  },
]);

test("the first to appeal leads it; the filer does not change", () => {
  const told = ruled("evil_both").act(AGENT, "appeal");
  expect(told.state.case).toMatchObject({
    filer: "principal",
    leader: "agent",
    bench: "appeals",
  });
  expect(told.state.deadline).toMatchObject({ kind: "response", waitingFor: "principal" });
  expect(told.leadsTo(PRINCIPAL, "appeal")).toBe("wrong_phase");
});

test("overturned: the winner of the first ruling pays for both tiers", () => {
  const told = rule(appealed(), "canceled").lapse();
  expect(told.phase).toBe("resolved");
  // W = 0.02 + 0.05, borne by the agent: 0.67 - 0.07.
  expect(told.paid).toBe("principal 0.62, agent 0.6, platform 0.12");
});
