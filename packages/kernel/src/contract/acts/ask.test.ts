import { AGENT, bonded, PRINCIPAL, RIVAL, type Story, story } from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { Signer } from "../../identity/signer.ts";

interface Row {
  readonly when: string;
  readonly told: Story;
  readonly by: Signer;
  readonly to: string;
}

test.each<Row>([
  { when: "the agent asks", told: bonded(), by: AGENT, to: "investigating" },
  { when: "the principal asks", told: bonded(), by: PRINCIPAL, to: "not_a_party" },
  { when: "nobody has sat down", told: story(), by: AGENT, to: "nobody_to_talk_to" },
  { when: "another agent asks", told: bonded(), by: RIVAL, to: "not_a_party" },
  {
    when: "the contract was canceled",
    told: bonded().act(PRINCIPAL, "cancel"),
    by: AGENT,
    to: "contract_ended",
  },
])("when $when → $to", ({ told, by, to }) => {
  expect(told.leadsTo(by, "ask")).toBe(to);
});

test.each([
  { when: "it is missing", data: {}, to: "malformed_act" },
  { when: "it has the maximum length", data: { message: "a".repeat(4_000) }, to: "investigating" },
  { when: "it is longer", data: { message: "a".repeat(4_001) }, to: "malformed_act" },
])("a message: when $when → $to", ({ data, to }) => {
  expect(bonded().leadsTo(AGENT, "ask", data)).toBe(to);
});
