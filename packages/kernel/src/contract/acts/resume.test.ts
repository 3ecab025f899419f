import {
  AGENT,
  accepted,
  failed,
  fixed,
  halted,
  PRINCIPAL,
  reviewed,
  rule,
  SERVER,
  type Story,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { actTable } from "../test/act-table.ts";

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

actTable("resume", PRINCIPAL, [
  { when: "it comes at the court's deadline", told: halted().wait(60), to: "in_progress" },
  {
    when: "it comes after the court's deadline",
    told: halted().wait(60.001),
    to: "deadline_passed",
  },
  { when: "the agent sends it", told: halted(), by: AGENT, to: "not_a_party" },
  { when: "the court has ruled", told: rule(halted(), "canceled"), to: "wrong_phase" },
  { when: "nothing is halted", told: accepted(), to: "wrong_phase" },
  { when: "the contract has ended", told: halted().lapse(), to: "contract_ended" },
]);

test("makes a late ruling on the halt stale", () => {
  const told = halted();
  const question = BigInt(told.state.case?.question ?? -1);
  const late = { outcome: "evil_agent", court: "district", reasoning: "-", question };
  told.act(PRINCIPAL, "resume");
  expect(told.leadsTo(SERVER, "ruling", late)).toBe("wrong_phase");
  told.act(PRINCIPAL, "halt");
  expect(told.leadsTo(SERVER, "ruling", late)).toBe("stale_answer");
  expect(rule(told, "canceled").phase).toBe("ruled");
});

describe("grace after a halt", () => {
  const free = "agent 0.67";
  const late = "agent 0.57, principal 0.05, platform 0.05";
  const paused = (told: Story, seconds = 45): Story =>
    told.act(PRINCIPAL, "halt").wait(seconds).act(PRINCIPAL, "resume");

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
    { when: "its last moment was left", told: paused(accepted().wait(30)), paid: free },
    { when: "it was over just before", told: paused(accepted().wait(30.001), 0), paid: late },
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
    { when: "a fix was rejected after it", told: failed(paused(fixed())), paid: free },
    { when: "a fix was rejected before it", told: paused(failed(fixed())), paid: free },
  ];

  test.each(rows)("the agent leaves when $when: $paid", ({ told, paid }) => {
    expect(told.act(AGENT, "back_out").paid).toBe(paid);
  });

  test("gives the principal the rest of its grace back too", () => {
    const told = paused(accepted().wait(20)).wait(10);
    expect(told.act(PRINCIPAL, "cancel").paid).toBe("principal 0.67, agent 0.67");
  });
});
