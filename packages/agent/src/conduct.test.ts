import type { Contract } from "@bazaar/doors/connection";
import {
  AGENT,
  accepted,
  bonded,
  contested,
  deliberating,
  failed,
  fixed,
  freeTerms,
  PRINCIPAL,
  reviewed,
  rule,
  type Story,
  story,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import { toldContract } from "../test/told-contract.ts";
import { conductIn } from "./conduct.ts";

const SHOWN = { success: false, evidence: { exit_code: 1n } };
const rejected = (told: Story = fixed()): Story => told.act(PRINCIPAL, "verify", SHOWN);
const freely = (): Story => story(freeTerms()).act(AGENT, "accept").act(AGENT, "fix");

test.each<{ when: string; contract: Contract; is: string | null }>([
  { when: "accepts the fix", contract: toldContract(fixed().act(PRINCIPAL, "verify")), is: "paid" },
  {
    when: "accepts the second fix",
    contract: toldContract(rejected().act(AGENT, "fix").act(PRINCIPAL, "verify")),
    is: "paid",
  },
  {
    when: "lets the review run out",
    contract: toldContract(reviewed().lapse()),
    is: "paid",
  },
  { when: "reports a failure without evidence", contract: toldContract(failed()), is: "lied" },
  {
    when: "reports a failure against its evidence",
    contract: toldContract(rejected(), { type: "verify", data: { evidence: { exit_code: 0n } } }),
    is: "lied",
  },
  { when: "rejects a review without a reason", contract: toldContract(contested()), is: "lied" },
  { when: "shows every failure", contract: toldContract(rejected()), is: "rejected" },
  {
    when: "leaves a command without a result",
    contract: toldContract(bonded().act(AGENT, "investigate").lapse()),
    is: "silent",
  },
  {
    when: "loses its dispute",
    contract: toldContract(rule(deliberating(), "fulfilled").lapse()),
    is: "lost_dispute",
  },
  {
    when: "wins its dispute",
    contract: toldContract(rule(deliberating(), "canceled").lapse()),
    is: null,
  },
  {
    when: "cancels before a fix",
    contract: toldContract(accepted().act(PRINCIPAL, "cancel")),
    is: null,
  },
  {
    when: "accepts a fix without money",
    contract: toldContract(freely().act(PRINCIPAL, "verify")),
    is: "paid",
  },
  { when: "rejects a fix without money", contract: toldContract(failed(freely())), is: null },
  {
    when: "never looks at a fix without money",
    contract: toldContract(freely().lapse().lapse()),
    is: "silent",
  },
])("a principal that $when → $is", ({ contract, is }) => {
  expect(conductIn(contract, AGENT.party)).toBe(is);
});

test("a principal that cancels after it rejected a fix is noted", () => {
  const contract = toldContract(rejected().act(PRINCIPAL, "cancel"));
  expect(conductIn(contract, AGENT.party)).toBe("canceled");
});
