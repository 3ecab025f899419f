import {
  AGENT,
  accepted,
  bonded,
  contested,
  fixed,
  halted,
  PRINCIPAL,
  reserved,
  reviewed,
  type Story,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { Signer } from "../../identity/signer.ts";

const ends = { rules: { reopens: false } };
const failed = (): Story => fixed().act(PRINCIPAL, "verify", { success: false });
const both = "principal 0.67, agent 0.67";

interface Row {
  readonly when: string;
  readonly told: Story;
  readonly by?: Signer;
  readonly to: string;
}

test.each<Row>([
  { when: "it investigates", told: bonded(), to: "open" },
  { when: "it works", told: accepted(), to: "open" },
  { when: "grace is over", told: accepted().wait(31), to: "open" },
  { when: "the contract then ends", told: accepted(ends), to: "canceled" },
  {
    when: "it was reserved for this agent",
    told: accepted({ agent: AGENT.party }),
    to: "canceled",
  },
  { when: "its fix is pending", told: fixed(), to: "fix_pending" },
  { when: "the review runs", told: reviewed(), to: "fix_pending" },
  { when: "the principal rejected the fix", told: contested(), to: "wrong_phase" },
  { when: "it is halted", told: halted(), to: "wrong_phase" },
  {
    when: "the principal sends it",
    told: accepted(),
    by: PRINCIPAL,
    to: "not_a_party",
  },
  {
    when: "its turn is over",
    told: accepted().wait(120.001),
    to: "deadline_passed",
  },
  {
    when: "it backs out of a reservation",
    told: reserved(),
    by: AGENT,
    to: "wrong_phase",
  },
])("when $when → $to", ({ told, by = AGENT, to }) => {
  expect(told.leadsTo(by, "back_out")).toBe(to);
});

interface Cost {
  readonly when: string;
  readonly told: Story;
  readonly paid: string;
}

// B 0.5, J 0.17, F 0.05, C 0.05: 0.67 from each side.
test.each<Cost>([
  {
    when: "the agent leaves while looking",
    told: bonded(),
    paid: "agent 0.67",
  },
  {
    when: "the agent leaves in grace",
    told: accepted().wait(30),
    paid: "agent 0.67",
  },
  {
    when: "the agent leaves late",
    told: accepted().wait(30.001),
    paid: "agent 0.57, principal 0.05, platform 0.05",
  },
  {
    when: "the agent leaves after its fix failed",
    told: failed(),
    paid: "agent 0.57, principal 0.05, platform 0.05",
  },
  {
    when: "the agent leaves in grace and it ends",
    told: accepted(ends),
    paid: both,
  },
  {
    when: "the agent leaves late and it ends",
    told: accepted(ends).wait(31),
    paid: "principal 0.67, agent 0.57, platform 0.1",
  },
  {
    when: "there is no grace at all",
    told: accepted({ rules: { graceSeconds: 0 } }).wait(0.001),
    paid: "agent 0.57, principal 0.05, platform 0.05",
  },
])("costs, when $when: $paid", ({ told, paid }) => {
  expect(told.act(AGENT, "back_out").paid).toBe(paid);
});

test.each([
  { when: "it is missing", data: {}, to: "open" },
  { when: "it has the maximum length", data: { reason: "a".repeat(2_000) }, to: "open" },
  { when: "it is longer", data: { reason: "a".repeat(2_001) }, to: "malformed_act" },
])("a reason: when $when → $to", ({ data, to }) => {
  expect(accepted().leadsTo(AGENT, "back_out", data)).toBe(to);
});
