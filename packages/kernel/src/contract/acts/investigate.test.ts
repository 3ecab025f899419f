import { AGENT, accepted, bonded, fixed, PRINCIPAL, RIVAL, type Story } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { actTable } from "../test/act-table.ts";

const asked = (...commands: string[]): Story => {
  const told = bonded();
  for (const command of commands) told.act(AGENT, "investigate", { command }).wait(5);
  return told;
};

actTable("investigate", AGENT, [
  { when: "the agent investigates", told: bonded(), to: "investigating" },
  { when: "the agent works", told: accepted(), to: "in_progress" },
  { when: "the rate limit is just over", told: asked("ls"), to: "investigating" },
  { when: "it is one millisecond too early", told: asked("ls").wait(-0.001), to: "too_early" },
  { when: "the last round is left", told: asked("ls", "pwd", "id", "df"), to: "investigating" },
  {
    when: "all rounds were used",
    told: asked("ls", "pwd", "id", "df", "ps"),
    to: "rounds_exhausted",
  },
  {
    when: "there are no rounds",
    told: bonded({ rules: { investigationRounds: 0 } }),
    to: "rounds_exhausted",
  },
  {
    when: "it would write, which the guard answers with its refusal",
    told: bonded(),
    data: { command: "rm -rf ." },
    to: "investigating",
  },
  {
    when: "it is more than one line",
    told: bonded(),
    data: { command: "cat a\nsh" },
    to: "command_not_allowed",
  },
  {
    when: "it is only white space",
    told: bonded(),
    data: { command: "  " },
    to: "command_not_allowed",
  },
  { when: "it is empty", told: bonded(), data: { command: "" }, to: "malformed_act" },
  {
    when: "it has the maximum length",
    told: bonded(),
    data: { command: `cat ${"a".repeat(1_996)}` },
    to: "investigating",
  },
  {
    when: "it is longer",
    told: bonded(),
    data: { command: `cat ${"a".repeat(1_997)}` },
    to: "malformed_act",
  },
  { when: "it is missing", told: bonded(), data: {}, to: "malformed_act" },
  { when: "the principal asks", told: bonded(), by: PRINCIPAL, to: "not_a_party" },
  { when: "a rival asks", told: bonded(), by: RIVAL, to: "not_a_party" },
  { when: "a fix is pending", told: fixed(), to: "wrong_phase" },
  { when: "it comes at the deadline", told: bonded().waitForDeadline(), to: "investigating" },
  { when: "it comes after the deadline", told: bonded().wait(120.001), to: "deadline_passed" },
]);

test("too_early says when the next command is allowed", () => {
  const told = asked("ls").wait(-0.001);
  expect(told.refusal(AGENT, "investigate")).toEqual({
    code: "too_early",
    readyAtMs: told.nowMs + 1,
    receivedAtMs: told.nowMs,
  });
});

test("rounds count on through acceptance", () => {
  const told = asked("ls", "pwd", "id", "df", "ps");
  for (const command of ["ls", "pwd", "id", "df", "ps"]) {
    told.act(PRINCIPAL, "result", { command, output: "" });
  }
  expect(told.act(AGENT, "accept").leadsTo(AGENT, "investigate")).toBe("rounds_exhausted");
});

test("a rate limit of zero allows commands at once", () => {
  const told = bonded({ rules: { investigationRateSeconds: 0 } }).act(AGENT, "investigate");
  expect(told.leadsTo(AGENT, "investigate")).toBe("investigating");
});
