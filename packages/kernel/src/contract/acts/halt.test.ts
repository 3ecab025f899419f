import {
  AGENT,
  accepted,
  awaitingDeposit,
  bonded,
  contested,
  deliberating,
  filed,
  fixed,
  halted,
  NO_COURT,
  PRINCIPAL,
  reserved,
  reviewed,
  rule,
  ruled,
  type Story,
  story,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { actTable } from "../test/act-table.ts";

actTable("halt", PRINCIPAL, [
  { when: "nothing is funded", told: awaitingDeposit(), to: "canceled" },
  { when: "no agent has bonded", told: story(), to: "canceled" },
  { when: "a deposit is awaited", told: reserved(), to: "canceled" },
  { when: "the agent investigates", told: bonded(), to: "canceled" },
  { when: "the agent works", told: accepted(), to: "halted" },
  { when: "a fix is verified", told: fixed(), to: "halted" },
  { when: "a fix is reviewed", told: reviewed(), to: "halted" },
  { when: "it has rejected the fix", told: contested(), to: "wrong_phase" },
  { when: "a case is filed", told: filed(), to: "wrong_phase" },
  { when: "the court deliberates", told: deliberating(), to: "wrong_phase" },
  { when: "the court has ruled", told: ruled(), to: "wrong_phase" },
  { when: "it is halted", told: halted(), to: "wrong_phase" },
  { when: "the contract has ended", told: story().lapse(), to: "contract_ended" },
  { when: "the agent sends it", told: accepted(), by: AGENT, to: "not_a_party" },
  { when: "no reason is given", told: accepted(), data: {}, to: "halted" },
  {
    when: "the reason is too long",
    told: accepted(),
    data: { reason: "a".repeat(2_001) },
    to: "malformed_act",
  },
  { when: "it is the last moment", told: accepted().waitForDeadline(), to: "halted" },
  { when: "the turn is over", told: accepted().wait(120.001), to: "deadline_passed" },
  { when: "there is no court and the agent works", told: accepted(NO_COURT), to: "canceled" },
  { when: "there is no court and a fix is verified", told: fixed(NO_COURT), to: "fix_pending" },
  { when: "there is no court and a fix is reviewed", told: reviewed(NO_COURT), to: "fix_pending" },
  { when: "it was halted twice before", told: haltedTimes(2), to: "halted" },
  { when: "it was halted three times before", told: haltedTimes(3), to: "halts_exhausted" },
  {
    when: "the terms allow none",
    told: accepted({ rules: { maxHalts: 0 } }),
    to: "halts_exhausted",
  },
]);

function haltedTimes(times: number): Story {
  const told = accepted();
  for (let time = 0; time < times; time += 1) told.act(PRINCIPAL, "halt").act(PRINCIPAL, "resume");
  return told;
}

test("asks the court at once, with the principal as filer", () => {
  const told = halted();
  expect(told.state).toMatchObject({
    case: { filer: "principal", leader: "principal", bench: "district", isAnswered: false },
    deadline: { kind: "ruling", waitingFor: "court", atMs: told.nowMs + 60_000 },
  });
  expect(told.tasks).toMatchObject([{ kind: "ask_judge", payload: { bench: "district" } }]);
});

describe("the court on a halt", () => {
  test.each([
    { outcome: "canceled", paid: "principal 0.62, agent 0.65, platform 0.07" },
    { outcome: "fulfilled", paid: "agent 1.12, principal 0.15, platform 0.07" },
    { outcome: "evil_agent", paid: "principal 0.67, agent 0.15, platform 0.07, charity 0.45" },
  ] as const)("rules $outcome: $paid", ({ outcome, paid }) => {
    const told = rule(halted(), outcome);
    expect(told.phase).toBe("ruled");
    expect(told.lapse().phase).toBe("resolved");
    expect(told.paid).toBe(paid);
  });

  test("can be appealed, with a response window this time", () => {
    const told = rule(halted(), "canceled").act(AGENT, "appeal");
    expect(told.state).toMatchObject({
      phase: "awaiting_response",
      case: { filer: "principal", leader: "agent", frozen: null },
      deadline: { waitingFor: "principal" },
    });
  });

  test("does not rule: everything goes back", () => {
    const told = halted().lapse();
    expect(told.phase).toBe("voided");
    expect(told.paid).toBe("principal 0.67, agent 0.67");
  });
});
