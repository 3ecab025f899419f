import { AGENT, deliberating, filed, halted, PRINCIPAL, ruled } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { actTable, textLimit } from "../test/act-table.ts";

actTable("dispute_response", AGENT, [
  { when: "the other side answers", told: filed(), to: "deliberating" },
  { when: "at the deadline", told: filed().wait(30), to: "deliberating" },
  { when: "too late", told: filed().wait(30.001), to: "deadline_passed" },
  { when: "the filer answers itself", told: filed(), by: PRINCIPAL, to: "not_yours_to_answer" },
  { when: "the court deliberates without it", told: filed().lapse(), to: "wrong_phase" },
  { when: "the court deliberates", told: deliberating(), to: "wrong_phase" },
  {
    when: "the winner of a ruling answers an appeal",
    told: ruled().act(PRINCIPAL, "appeal"),
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
  { when: "the agent speaks in a halt", told: halted(), to: "halted" },
  {
    when: "the agent speaks twice in a halt",
    told: halted().act(AGENT, "dispute_response"),
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
]);

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

textLimit("dispute_response", AGENT, {
  field: "argument",
  max: 20_000,
  isOptional: false,
  told: filed,
  to: "deliberating",
});
