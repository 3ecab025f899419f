import {
  AGENT,
  accepted,
  awaitingDeposit,
  bonded,
  contested,
  deliberating,
  failed,
  filed,
  fixed,
  halted,
  NO_COURT,
  PRINCIPAL,
  RIVAL,
  reserved,
  reviewed,
  ruled,
  SERVER,
  story,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import { actTable, costTable, textLimit } from "../test/act-table.ts";

const both = "principal 0.67, agent 0.67";

actTable("cancel", PRINCIPAL, [
  { when: "nothing is funded", told: awaitingDeposit(), to: "canceled" },
  { when: "no agent has bonded", told: story(), to: "canceled" },
  { when: "a deposit is awaited", told: reserved(), to: "canceled" },
  { when: "the agent investigates", told: bonded(), to: "canceled" },
  { when: "the agent works", told: accepted(), to: "canceled" },
  { when: "a fix failed", told: failed(), to: "contest" },
  {
    when: "a fix failed and no court was agreed on",
    told: failed(fixed(NO_COURT)),
    to: "canceled",
  },
  { when: "a fix is pending", told: fixed(), to: "fix_pending" },
  { when: "the review runs", told: reviewed(), to: "fix_pending" },
  { when: "it has rejected the fix", told: contested(), to: "wrong_phase" },
  { when: "a case is filed", told: filed(), to: "wrong_phase" },
  { when: "the court deliberates", told: deliberating(), to: "wrong_phase" },
  { when: "the court has ruled", told: ruled(), to: "wrong_phase" },
  { when: "it is halted", told: halted(), to: "wrong_phase" },
  { when: "the contract has ended", told: story().lapse(), to: "contract_ended" },
  { when: "the agent cancels", told: accepted(), by: AGENT, to: "not_a_party" },
  { when: "a stranger cancels", told: story(), by: RIVAL, to: "not_a_party" },
  { when: "the clock has run out", told: story().wait(30.001), to: "deadline_passed" },
  { when: "the server sends it", told: story(), by: SERVER, to: "not_a_party" },
]);

// B 0.5, J 0.17, F 0.05, C 0.05: 0.67 from each side.
costTable("cancel", PRINCIPAL, [
  { when: "no agent has bonded", told: story(), paid: "principal 0.67" },
  { when: "nothing was funded", told: awaitingDeposit(), paid: "" },
  { when: "a deposit is awaited", told: reserved(), paid: "principal 0.67" },
  { when: "the agent investigates", told: bonded(), paid: both },
  { when: "grace has just begun", told: accepted(), paid: both },
  { when: "it is the last of grace", told: accepted().wait(30), paid: both },
  {
    when: "grace is just over",
    told: accepted().wait(30.001),
    paid: "agent 0.72, principal 0.52, platform 0.1",
  },
  {
    when: "a fix failed and no court was agreed on",
    told: failed(fixed(NO_COURT)),
    paid: "principal 0.45, platform 0.05",
  },
]);

test("after a rejected fix the agent may dispute; then it costs the principal the fee", () => {
  const told = failed().act(PRINCIPAL, "cancel");
  expect(told.state.contested).toBe("canceled");
  expect(told.leadsTo(AGENT, "dispute_filed")).toBe("awaiting_response");
  expect(told.lapse().paid).toBe("principal 0.62, agent 0.67, platform 0.05");
});

textLimit("cancel", PRINCIPAL, {
  field: "reason",
  max: 2_000,
  isOptional: true,
  told: story,
  to: "canceled",
});
