import { AGENT, contested, fixed, PRINCIPAL, reviewed, type Story, story } from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { Signer } from "../../identity/signer.ts";

interface Row {
  readonly when: string;
  readonly told: Story;
  readonly by: Signer;
  readonly to: string;
}

test.each<Row>([
  {
    when: "the principal accepts",
    told: reviewed(),
    by: PRINCIPAL,
    to: "fulfilled",
  },
  {
    when: "the agent accepts",
    told: reviewed(),
    by: AGENT,
    to: "not_a_party",
  },
  {
    when: "there is no review",
    told: fixed(),
    by: PRINCIPAL,
    to: "wrong_phase",
  },
  {
    when: "the fix was rejected before",
    told: contested(),
    by: PRINCIPAL,
    to: "wrong_phase",
  },
  {
    when: "it comes at the deadline",
    told: reviewed().waitForDeadline(),
    by: PRINCIPAL,
    to: "fulfilled",
  },
  {
    when: "it comes after the deadline",
    told: reviewed().wait(7_200.001),
    by: PRINCIPAL,
    to: "deadline_passed",
  },
  { when: "the contract has ended", told: story().lapse(), by: PRINCIPAL, to: "contract_ended" },
])("when $when → $to", ({ told, by, to }) => {
  expect(told.leadsTo(by, "review_accept")).toBe(to);
});

test("pays as a passed verification does", () => {
  const verified = reviewed().act(PRINCIPAL, "verify");
  expect(reviewed().act(PRINCIPAL, "review_accept").paid).toBe(verified.paid);
});
