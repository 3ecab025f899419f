import type { Contract } from "@bazaar/doors/connection";
import { type Pot, potOf, TIERS } from "@bazaar/kernel";
import {
  AGENT,
  accepted,
  bonded,
  fixed,
  NO_COURT,
  PRINCIPAL,
  type Story,
  samplePot,
  TEST_XNO,
  units,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import { toldContract } from "../../test/told-contract.ts";
import { type Step, stepOut } from "./leave.ts";
import { rejectionIn } from "./rejection.ts";

/** An agent that leaves late pays a fee out of its bond, also after a rejected fix. */
const COURT_FEES: Pot = potOf(
  {
    schedule: "court-fees",
    asset: TEST_XNO,
    rail: "ledger",
    bounty: units("0.5"),
    minBond: units("0.2"),
    tierFees: TIERS.map(() => units("0.02")),
    platformFeeBps: 1_000n,
    cancelFeeBps: 1_000n,
    restitution: true,
  },
  true,
);
const FEE_TO_LEAVE = { pots: [COURT_FEES], rules: { reopens: false } };
const BY_OPINION = { checks: [{ method: "principal" as const }] };
const BY_OUTPUT = { checks: [{ method: "output_match" as const, pattern: "ok" }] };

function rejected(told: Story, evidence: Record<string, unknown> | null = { exit_code: 1n }) {
  const failure = { success: false, evidence: { exit_code: 1n, output: "no" } };
  const story = told.act(PRINCIPAL, "verify", failure);
  return toldContract(story, { type: "verify", data: { evidence: evidence as never } });
}

function leaving(contract: Contract, refused: readonly Step[] = []): Step {
  const rejection = rejectionIn(contract, AGENT.party);
  const nowMs = contract.state.receivedMs;
  return stepOut({ contract, rejection, nowMs, refused: new Set(refused) });
}

test.each<{ when: string; contract: Contract; step: string }>([
  { when: "before it has accepted", contract: toldContract(bonded()), step: "decline" },
  { when: "without a fix", contract: toldContract(accepted()), step: "back_out" },
  {
    when: "the evidence passes the agreed check",
    contract: rejected(fixed(), { exit_code: 0n }),
    step: "dispute_filed",
  },
  { when: "there is no evidence", contract: rejected(fixed(), null), step: "dispute_filed" },
  {
    when: "the evidence says nothing about the check",
    contract: rejected(fixed(), { note: "trust me" }),
    step: "dispute_filed",
  },
  {
    when: "there is no evidence and no court",
    contract: rejected(fixed(NO_COURT), null),
    step: "back_out",
  },
  { when: "leaving is free", contract: rejected(fixed(NO_COURT)), step: "back_out" },
  { when: "leaving has a fee", contract: rejected(fixed(FEE_TO_LEAVE)), step: "fix" },
  {
    when: "the run was stopped, and leaving has a fee",
    contract: rejected(fixed(FEE_TO_LEAVE), { stopped_by: "timeout" }),
    step: "fix",
  },
  {
    when: "the output is withheld, and leaving has a fee",
    contract: rejected(fixed({ ...FEE_TO_LEAVE, ...BY_OUTPUT }), { output_commitment: "c" }),
    step: "fix",
  },
  {
    when: "the principal's opinion is the check, and leaving has a fee",
    contract: rejected(fixed({ ...FEE_TO_LEAVE, ...BY_OPINION }), null),
    step: "fix",
  },
])("an agent that gives up: when $when → $step", ({ contract, step }) => {
  expect(leaving(contract)).toBe(step);
});

test("a case that costs more than the bounty is not filed", () => {
  const contract = rejected(fixed({ pots: [samplePot({ bounty: "0.02" })] }), null);
  expect(leaving(contract)).not.toBe("dispute_filed");
});

test.each<{ refused: readonly Step[]; step: Step }>([
  { refused: [], step: "dispute_filed" },
  { refused: ["dispute_filed"], step: "fix" },
  { refused: ["dispute_filed", "fix"], step: "back_out" },
])("after the market refused $refused, the next step is $step", ({ refused, step }) => {
  expect(leaving(rejected(fixed(FEE_TO_LEAVE), null), refused)).toBe(step);
});
