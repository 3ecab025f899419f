import { AGENT, contested, fixed, NO_COURT, PRINCIPAL, reviewed } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { actTable, textLimit } from "../test/act-table.ts";

actTable("review_reject", PRINCIPAL, [
  { when: "the principal rejects", told: reviewed(), to: "contest" },
  { when: "the agent rejects", told: reviewed(), by: AGENT, to: "not_a_party" },
  { when: "there is nothing to reject", told: fixed(), to: "wrong_phase" },
  {
    when: "it is the last moment of the review",
    told: reviewed().waitForDeadline(),
    to: "contest",
  },
  { when: "the review is over", told: reviewed().wait(7_200.001), to: "deadline_passed" },
]);

textLimit("review_reject", PRINCIPAL, {
  field: "argument",
  max: 20_000,
  isOptional: true,
  told: reviewed,
  to: "contest",
});

test("the agent may dispute it for thirty seconds; without a court there is nobody to ask", () => {
  const told = contested();
  expect(told.state.deadline).toMatchObject({ kind: "contest", waitingFor: "agent" });
  expect(reviewed(NO_COURT).leadsTo(PRINCIPAL, "review_reject")).toBe("canceled");
});
