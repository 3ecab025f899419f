import {
  AGENT,
  accepted,
  bonded,
  contested,
  deliberating,
  filed,
  fixed,
  halted,
  PRINCIPAL,
  RIVAL,
  rechecked,
  reviewed,
  ruled,
  type Story,
  samplePot,
  story,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { Signer } from "../../identity/signer.ts";

const noCourt = { court: { kind: "none" }, pots: [samplePot({ hasCourt: false })] } as const;

interface Row {
  readonly when: string;
  readonly told: Story;
  readonly by: Signer;
  readonly to: string;
}

test.each<Row>([
  { when: "in working", told: accepted(), by: PRINCIPAL, to: "awaiting_response" },
  { when: "in working", told: accepted(), by: AGENT, to: "awaiting_response" },
  { when: "in verifying", told: fixed(), by: PRINCIPAL, to: "awaiting_response" },
  { when: "in verifying", told: fixed(), by: AGENT, to: "awaiting_response" },
  { when: "in the review", told: reviewed(), by: PRINCIPAL, to: "awaiting_response" },
  { when: "in the review", told: reviewed(), by: AGENT, to: "not_yours_to_dispute" },
  { when: "in a contest", told: contested(), by: AGENT, to: "awaiting_response" },
  { when: "in a contest", told: contested(), by: PRINCIPAL, to: "not_yours_to_dispute" },
  { when: "in looking", told: bonded(), by: PRINCIPAL, to: "wrong_phase" },
  { when: "in a case already filed", told: filed(), by: AGENT, to: "wrong_phase" },
  { when: "in the court", told: deliberating(), by: AGENT, to: "wrong_phase" },
  { when: "in a ruling, which is an appeal", told: ruled(), by: PRINCIPAL, to: "wrong_phase" },
  { when: "in a halt", told: halted(), by: AGENT, to: "wrong_phase" },
  { when: "in a finished contract", told: story().lapse(), by: PRINCIPAL, to: "contract_ended" },
  { when: "in somebody else's contract", told: accepted(), by: RIVAL, to: "not_a_party" },
  {
    when: "the agent contests at the deadline",
    told: contested().wait(30),
    by: AGENT,
    to: "awaiting_response",
  },
  {
    when: "the agent contests too late",
    told: contested().wait(30.001),
    by: AGENT,
    to: "deadline_passed",
  },
  {
    when: "no court was agreed on and it is working",
    told: accepted(noCourt),
    by: AGENT,
    to: "no_court",
  },
  {
    when: "no court was agreed on and it is verifying",
    told: fixed(noCourt),
    by: PRINCIPAL,
    to: "no_court",
  },
  {
    when: "no court was agreed on and it is reviewing",
    told: reviewed(noCourt),
    by: PRINCIPAL,
    to: "no_court",
  },
])("when $when → $to", ({ told, by, to }) => {
  expect(told.leadsTo(by, "dispute_filed")).toBe(to);
});

test.each([
  {
    when: "it has the maximum length",
    data: { argument: "a".repeat(20_000) },
    to: "awaiting_response",
  },
  { when: "it is longer", data: { argument: "a".repeat(20_001) }, to: "malformed_act" },
  { when: "it is missing", data: {}, to: "malformed_act" },
])("an argument: $when → $to", ({ data, to }) => {
  expect(accepted().leadsTo(AGENT, "dispute_filed", data)).toBe(to);
});

test.each([
  { work: "command", check: { method: "exit_code", expected: 0 }, bench: "district" },
  { work: "run", check: { method: "exit_code", expected: 0 }, bench: "replay" },
  { work: "patch", check: { method: "output_match", pattern: "ok" }, bench: "replay" },
  { work: "text", check: { method: "principal" }, bench: "district" },
] as const)("$work with $check.method begins at $bench", ({ work, check, bench }) => {
  const told = fixed({ work: { kind: work, spec: {} }, checks: [check] });
  expect(told.act(PRINCIPAL, "dispute_filed").state.case?.bench).toBe(bench);
});

test("a court that can run the check itself does that first", () => {
  const told = rechecked();
  expect(told.state.case?.bench).toBe("replay");
  expect(told.tasks).toMatchObject([{ kind: "run_check", payload: { question: 0 } }]);
});
