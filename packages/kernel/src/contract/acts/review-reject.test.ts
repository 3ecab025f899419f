import {
  AGENT,
  contested,
  fixed,
  PRINCIPAL,
  reviewed,
  type Story,
  samplePot,
} from "@bazaar/testkit";
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
    when: "the principal rejects",
    told: reviewed(),
    by: PRINCIPAL,
    to: "contest",
  },
  {
    when: "the agent rejects",
    told: reviewed(),
    by: AGENT,
    to: "not_a_party",
  },
  {
    when: "there is nothing to reject",
    told: fixed(),
    by: PRINCIPAL,
    to: "wrong_phase",
  },
  {
    when: "it is the last moment of the review",
    told: reviewed().waitForDeadline(),
    by: PRINCIPAL,
    to: "contest",
  },
  {
    when: "the review is over",
    told: reviewed().wait(7_200.001),
    by: PRINCIPAL,
    to: "deadline_passed",
  },
])("when $when → $to", ({ told, by, to }) => {
  expect(told.leadsTo(by, "review_reject")).toBe(to);
});

test.each([
  { when: "it is missing", data: {}, to: "contest" },
  { when: "it has the maximum length", data: { argument: "a".repeat(20_000) }, to: "contest" },
  { when: "it is longer", data: { argument: "a".repeat(20_001) }, to: "malformed_act" },
])("an argument: when $when → $to", ({ data, to }) => {
  expect(reviewed().leadsTo(PRINCIPAL, "review_reject", data)).toBe(to);
});

test("the agent may dispute it for thirty seconds; without a court there is nobody to ask", () => {
  const told = contested();
  expect(told.state.deadline).toMatchObject({ kind: "contest", waitingFor: "agent" });
  const noCourt = { court: { kind: "none" }, pots: [samplePot({ hasCourt: false })] } as const;
  expect(reviewed(noCourt).leadsTo(PRINCIPAL, "review_reject")).toBe("canceled");
});
