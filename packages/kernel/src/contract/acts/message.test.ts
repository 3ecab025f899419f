import {
  AGENT,
  bonded,
  contested,
  deliberating,
  fixed,
  halted,
  PRINCIPAL,
  RIVAL,
  reserved,
  ruled,
  type Story,
  story,
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
  { when: "no agent has bonded", told: story(), by: PRINCIPAL, to: "nobody_to_talk_to" },
  {
    when: "the only agent left",
    told: bonded().act(AGENT, "decline"),
    by: AGENT,
    to: "nobody_to_talk_to",
  },
  { when: "a deposit is awaited", told: reserved(), by: PRINCIPAL, to: "reserved" },
  {
    when: "a former agent interrupts",
    told: bonded().act(AGENT, "decline").act(RIVAL, "bond"),
    by: AGENT,
    to: "not_a_party",
  },
  { when: "the court deliberates", told: deliberating(), by: AGENT, to: "deliberating" },
  { when: "it is halted", told: halted(), by: AGENT, to: "halted" },
  { when: "the principal rejected the fix", told: contested(), by: AGENT, to: "contest" },
  { when: "the deadline has passed", told: bonded().wait(121), by: AGENT, to: "investigating" },
  { when: "it is fulfilled", told: fixed().act(PRINCIPAL, "verify"), by: AGENT, to: "fulfilled" },
  { when: "it is resolved", told: ruled().lapse(), by: PRINCIPAL, to: "resolved" },
  {
    when: "it is canceled",
    told: bonded().act(PRINCIPAL, "cancel"),
    by: AGENT,
    to: "contract_ended",
  },
  { when: "it is voided", told: deliberating().lapse(), by: AGENT, to: "contract_ended" },
])("when $when → $to", ({ told, by, to }) => {
  expect(told.leadsTo(by, "message")).toBe(to);
});

test.each([
  { when: "it is empty", message: "", to: "malformed_act" },
  { when: "it has the maximum length", message: "a".repeat(4_000), to: "investigating" },
  { when: "it is longer", message: "a".repeat(4_001), to: "malformed_act" },
])("when $when → $to", ({ message, to }) => {
  expect(bonded().leadsTo(AGENT, "message", { message })).toBe(to);
});
