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
  {
    when: "the principal answers",
    told: bonded(),
    by: PRINCIPAL,
    to: "investigating",
  },
  { when: "the agent answers", told: bonded(), by: AGENT, to: "not_a_party" },
  { when: "nobody has sat down", told: story(), by: PRINCIPAL, to: "nobody_to_talk_to" },
  { when: "a stranger answers", told: bonded(), by: RIVAL, to: "not_a_party" },
  { when: "nothing was asked", told: bonded(), by: PRINCIPAL, to: "investigating" },
  {
    when: "the contract was canceled",
    told: bonded().act(PRINCIPAL, "cancel"),
    by: PRINCIPAL,
    to: "contract_ended",
  },
])("when $when → $to", ({ told, by, to }) => {
  expect(told.leadsTo(by, "answer")).toBe(to);
});

test.each([
  { when: "it is missing", data: {}, to: "malformed_act" },
  { when: "it has the maximum length", data: { message: "a".repeat(4_000) }, to: "investigating" },
  { when: "it is longer", data: { message: "a".repeat(4_001) }, to: "malformed_act" },
])("a message: when $when → $to", ({ data, to }) => {
  expect(bonded().leadsTo(PRINCIPAL, "answer", data)).toBe(to);
});
