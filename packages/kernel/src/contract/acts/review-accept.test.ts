import { AGENT, contested, fixed, PRINCIPAL, reviewed, story } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { actTable } from "../test/act-table.ts";

actTable("review_accept", PRINCIPAL, [
  { when: "the principal accepts", told: reviewed(), to: "fulfilled" },
  { when: "the agent accepts", told: reviewed(), by: AGENT, to: "not_a_party" },
  { when: "there is no review", told: fixed(), to: "wrong_phase" },
  { when: "the fix was rejected before", told: contested(), to: "wrong_phase" },
  { when: "it comes at the deadline", told: reviewed().waitForDeadline(), to: "fulfilled" },
  { when: "it comes after the deadline", told: reviewed().wait(7_200.001), to: "deadline_passed" },
  { when: "the contract has ended", told: story().lapse(), to: "contract_ended" },
]);

test("pays as a passed verification does", () => {
  const verified = reviewed().act(PRINCIPAL, "verify");
  expect(reviewed().act(PRINCIPAL, "review_accept").paid).toBe(verified.paid);
});
