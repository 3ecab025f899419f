/** The kill switch: where it freezes, where it calls off, and what comes back on resume. */
import {
  AGENT,
  accepted,
  awaitingDeposit,
  bonded,
  contested,
  filed,
  fixed,
  halted,
  heard,
  PRINCIPAL,
  reserved,
  reviewed,
  rule,
  ruled,
  SERVER,
  type Story,
  samplePot,
  story,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../canonical/json.ts";
import type { Signer } from "../identity/signer.ts";

const noCourt = { court: { kind: "none" }, pots: [samplePot({ hasCourt: false })] } as const;

describe("halt", () => {
  const rows: { when: string; told: Story; by?: Signer; data?: JsonObject; to: string }[] = [
    { when: "nothing is funded", told: awaitingDeposit(), to: "canceled" },
    { when: "nobody came", told: story(), to: "canceled" },
    { when: "a deposit is awaited", told: reserved(), to: "canceled" },
    { when: "the agent looks", told: bonded(), to: "canceled" },
    { when: "the agent works", told: accepted(), to: "halted" },
    { when: "a fix is verified", told: fixed(), to: "halted" },
    { when: "a fix is reviewed", told: reviewed(), to: "halted" },
    { when: "it said no already", told: contested(), to: "wrong_phase" },
    { when: "a case is filed", told: filed(), to: "wrong_phase" },
    { when: "the court sits", told: heard(), to: "wrong_phase" },
    { when: "the court has ruled", told: ruled(), to: "wrong_phase" },
    { when: "it is halted", told: halted(), to: "wrong_phase" },
    { when: "it is over", told: story().lapse(), to: "contract_ended" },
    { when: "the agent pulls it", told: accepted(), by: AGENT, to: "not_a_party" },
    { when: "no reason is given", told: accepted(), data: {}, to: "halted" },
    {
      when: "the reason is too long",
      told: accepted(),
      data: { reason: "a".repeat(2_001) },
      to: "malformed_act",
    },
    { when: "it is the last moment", told: accepted().waitForDeadline(), to: "halted" },
    { when: "the turn is over", told: accepted().wait(120.001), to: "deadline_passed" },
    { when: "there is no court and the agent works", told: accepted(noCourt), to: "canceled" },
    { when: "there is no court and a fix is verified", told: fixed(noCourt), to: "fix_pending" },
    { when: "there is no court and a fix is reviewed", told: reviewed(noCourt), to: "fix_pending" },
    { when: "it was halted twice before", told: haltedTimes(2), to: "halted" },
    { when: "it was halted three times before", told: haltedTimes(3), to: "halts_exhausted" },
    {
      when: "the terms allow none",
      told: accepted({ rules: { maxHalts: 0 } }),
      to: "halts_exhausted",
    },
  ];

  function haltedTimes(times: number): Story {
    const told = accepted();
    for (let time = 0; time < times; time += 1)
      told.act(PRINCIPAL, "halt").act(PRINCIPAL, "resume");
    return told;
  }

  test.each(rows)("when $when → $to", ({ told, by = PRINCIPAL, data, to }) => {
    expect(told.leadsTo(by, "halt", data)).toBe(to);
  });

  test("asks the court at once, as a case of the principal's", () => {
    const told = halted();
    expect(told.state).toMatchObject({
      case: { filer: "principal", leader: "principal", bench: "district", isAnswered: false },
      deadline: { kind: "ruling", waitingFor: "court", atMs: told.nowMs + 60_000 },
    });
    expect(told.tasks).toMatchObject([{ kind: "ask_judge", payload: { bench: "district" } }]);
  });
});

describe("resume", () => {
  const pending = (): Story => accepted().act(AGENT, "investigate");
  const rows: {
    when: string;
    told: Story;
    to: string;
    clock: string;
    leftSeconds: number;
    waitingFor: string;
  }[] = [
    {
      when: "working",
      told: accepted().wait(100),
      to: "in_progress",
      clock: "turn",
      leftSeconds: 20,
      waitingFor: "agent",
    },
    {
      when: "a command is open",
      told: pending().wait(50),
      to: "in_progress",
      clock: "turn",
      leftSeconds: 70,
      waitingFor: "principal",
    },
    {
      when: "verifying",
      told: fixed().wait(120),
      to: "verifying",
      clock: "verification",
      leftSeconds: 300,
      waitingFor: "principal",
    },
    {
      when: "reviewing",
      told: reviewed().wait(7_000),
      to: "review",
      clock: "review",
      leftSeconds: 200,
      waitingFor: "principal",
    },
    {
      when: "the last moment",
      told: accepted().waitForDeadline(),
      to: "in_progress",
      clock: "turn",
      leftSeconds: 0,
      waitingFor: "agent",
    },
  ];

  test.each(rows)("after a halt in $when leaves $leftSeconds s to the $waitingFor", (row) => {
    const { told } = row;
    told.act(PRINCIPAL, "halt").wait(45).act(PRINCIPAL, "resume");
    expect(told.phase).toBe(row.to);
    expect(told.state.case).toBeNull();
    expect(told.state.deadline).toEqual({
      kind: row.clock,
      waitingFor: row.waitingFor,
      atMs: told.nowMs + row.leftSeconds * 1_000,
    });
    expect(told.legs).toEqual([]);
  });

  test.each([
    { when: "at the court's deadline", told: halted().wait(60), by: PRINCIPAL, to: "in_progress" },
    { when: "after it", told: halted().wait(60.001), by: PRINCIPAL, to: "deadline_passed" },
    { when: "by the agent", told: halted(), by: AGENT, to: "not_a_party" },
    { when: "after a ruling", told: rule(halted(), "canceled"), by: PRINCIPAL, to: "wrong_phase" },
    { when: "without a halt", told: accepted(), by: PRINCIPAL, to: "wrong_phase" },
    { when: "after the end", told: halted().lapse(), by: PRINCIPAL, to: "contract_ended" },
  ])("$when → $to", ({ told, by, to }) => {
    expect(told.leadsTo(by, "resume")).toBe(to);
  });

  test("makes the court's late answer to the halt worthless", () => {
    const told = halted();
    const question = BigInt(told.state.case?.question ?? -1);
    const late = { outcome: "evil_agent", court: "district", reasoning: "-", question };
    told.act(PRINCIPAL, "resume");
    expect(told.leadsTo(SERVER, "ruling", late)).toBe("wrong_phase");
    told.act(PRINCIPAL, "halt");
    expect(told.leadsTo(SERVER, "ruling", late)).toBe("stale_answer");
    expect(rule(told, "canceled").phase).toBe("ruled");
  });
});

describe("grace and a halt", () => {
  const free = "agent 0.67";
  const late = "agent 0.57, principal 0.05, platform 0.05";
  const paused = (told: Story, seconds = 45): Story =>
    told.act(PRINCIPAL, "halt").wait(seconds).act(PRINCIPAL, "resume");
  const failed = (told: Story): Story => told.act(PRINCIPAL, "verify", { success: false });

  const rows: { when: string; told: Story; paid: string }[] = [
    { when: "all of it was left", told: paused(accepted()), paid: free },
    {
      when: "ten seconds were left and ten have passed",
      told: paused(accepted().wait(20)).wait(10),
      paid: free,
    },
    {
      when: "ten seconds were left and a moment more has passed",
      told: paused(accepted().wait(20)).wait(10.001),
      paid: late,
    },
    {
      when: "its last moment was left",
      told: paused(accepted().wait(30)),
      paid: free,
    },
    {
      when: "it was over just before",
      told: paused(accepted().wait(30.001), 0),
      paid: late,
    },
    {
      when: "it was long over, and the halt was longer",
      told: paused(accepted().wait(31), 60),
      paid: late,
    },
    {
      when: "it was halted twice, ten seconds into it each time",
      told: paused(paused(accepted().wait(10)).wait(10)).wait(10),
      paid: free,
    },
    {
      when: "it was halted twice and the rest is over",
      told: paused(paused(accepted().wait(10)).wait(10)).wait(10.001),
      paid: late,
    },
    {
      when: "a fix had ended it",
      told: failed(paused(fixed())),
      paid: late,
    },
    {
      when: "a failed fix had ended it",
      told: paused(failed(fixed())),
      paid: late,
    },
  ];

  test.each(rows)("the agent leaves when $when: $paid", ({ told, paid }) => {
    expect(told.act(AGENT, "back_out").paid).toBe(paid);
  });

  test("gives the principal its rest of grace back too", () => {
    const told = paused(accepted().wait(20)).wait(10);
    expect(told.act(PRINCIPAL, "cancel").paid).toBe("principal 0.67, agent 0.67");
  });
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

  test("is silent: everything goes back", () => {
    const told = halted().lapse();
    expect(told.phase).toBe("voided");
    expect(told.paid).toBe("principal 0.67, agent 0.67");
  });
});
