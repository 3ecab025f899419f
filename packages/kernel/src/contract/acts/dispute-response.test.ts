import { AGENT, deliberating, filed, halted, PRINCIPAL, ruled, type Story } from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { Signer } from "../../identity/signer.ts";

interface Row {
  readonly when: string;
  readonly told: Story;
  readonly by: Signer;
  readonly to: string;
}

test.each<Row>([
  { when: "the other side answers", told: filed(), by: AGENT, to: "deliberating" },
  { when: "at the deadline", told: filed().wait(30), by: AGENT, to: "deliberating" },
  { when: "too late", told: filed().wait(30.001), by: AGENT, to: "deadline_passed" },
  { when: "the filer answers itself", told: filed(), by: PRINCIPAL, to: "not_yours_to_answer" },
  { when: "the court deliberates without it", told: filed().lapse(), by: AGENT, to: "wrong_phase" },
  { when: "the court deliberates", told: deliberating(), by: AGENT, to: "wrong_phase" },
  {
    when: "the winner of a ruling answers an appeal",
    told: ruled().act(PRINCIPAL, "appeal"),
    by: AGENT,
    to: "deliberating",
  },
  {
    when: "the appellant answers itself",
    told: ruled().act(PRINCIPAL, "appeal"),
    by: PRINCIPAL,
    to: "not_yours_to_answer",
  },
  {
    when: "the filer of the case answers the other's appeal",
    told: ruled("canceled").act(AGENT, "appeal"),
    by: PRINCIPAL,
    to: "deliberating",
  },
  { when: "the agent speaks in a halt", told: halted(), by: AGENT, to: "halted" },
  {
    when: "the agent speaks twice in a halt",
    told: halted().act(AGENT, "dispute_response"),
    by: AGENT,
    to: "already_answered",
  },
  {
    when: "the principal speaks in its halt",
    told: halted(),
    by: PRINCIPAL,
    to: "not_yours_to_answer",
  },
  {
    when: "the principal speaks in its halt after the agent",
    told: halted().act(AGENT, "dispute_response"),
    by: PRINCIPAL,
    to: "not_yours_to_answer",
  },
])("when $when → $to", ({ told, by, to }) => {
  expect(told.leadsTo(by, "dispute_response")).toBe(to);
});

test("starts the court's clock and asks the tier", () => {
  const told = filed().wait(10).act(AGENT, "dispute_response");
  const byMs = told.nowMs + 60_000;
  expect(told.state.deadline).toEqual({ kind: "ruling", atMs: byMs, waitingFor: "court" });
  expect(told.tasks).toMatchObject([
    {
      kind: "ask_judge",
      key: `${told.state.id}/task/0`,
      payload: { bench: "district", question: 0, byMs },
    },
  ]);
});

test("in a halt leaves the court's clock as it is", () => {
  const told = halted().wait(10);
  const { deadline } = told.state;
  expect(told.act(AGENT, "dispute_response").state.deadline).toEqual(deadline);
});

test.each([
  { when: "it is missing", data: {}, to: "malformed_act" },
  { when: "it has the maximum length", data: { argument: "a".repeat(20_000) }, to: "deliberating" },
  { when: "it is longer", data: { argument: "a".repeat(20_001) }, to: "malformed_act" },
])("an argument: when $when → $to", ({ data, to }) => {
  expect(filed().leadsTo(AGENT, "dispute_response", data)).toBe(to);
});
