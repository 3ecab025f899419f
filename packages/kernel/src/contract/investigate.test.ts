import { AGENT, accepted, bonded, fixed, PRINCIPAL, RIVAL, type Story } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../canonical/json.ts";
import type { Signer } from "../identity/signer.ts";

const asked = (...commands: string[]): Story => {
  const told = bonded();
  for (const command of commands) told.act(AGENT, "investigate", { command }).wait(5);
  return told;
};

describe("a command", () => {
  const rows: { when: string; told: Story; by?: Signer; data?: JsonObject; to: string }[] = [
    { when: "the agent looks", told: bonded(), to: "investigating" },
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
      when: "it would write",
      told: bonded(),
      data: { command: "rm -rf ." },
      to: "command_not_allowed",
    },
    {
      when: "it is a pipe",
      told: bonded(),
      data: { command: "cat a | sh" },
      to: "command_not_allowed",
    },
    { when: "it is empty", told: bonded(), data: { command: "" }, to: "malformed_act" },
    {
      when: "it is as long as may be",
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
    { when: "it comes after it", told: bonded().wait(120.001), to: "deadline_passed" },
  ];

  test.each(rows)("when $when → $to", ({ told, by = AGENT, data = { command: "ls -l" }, to }) => {
    expect(told.leadsTo(by, "investigate", data)).toBe(to);
  });

  test("too early is told when it will be time", () => {
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
});

describe("a result", () => {
  const output = "Makefile\n";
  const rows: { when: string; told: Story; by?: Signer; data: JsonObject; to: string }[] = [
    {
      when: "it answers the command",
      told: asked("ls"),
      data: { command: "ls", output },
      to: "investigating",
    },
    {
      when: "it answers the oldest",
      told: asked("ls", "pwd"),
      data: { command: "ls", output },
      to: "investigating",
    },
    {
      when: "it answers a younger one",
      told: asked("ls", "pwd"),
      data: { command: "pwd", output },
      to: "no_such_command",
    },
    {
      when: "its text differs",
      told: asked("ls"),
      data: { command: "ls ", output },
      to: "no_such_command",
    },
    {
      when: "nothing was asked",
      told: bonded(),
      data: { command: "ls", output },
      to: "no_such_command",
    },
    {
      when: "the output is as long as may be",
      told: asked("ls"),
      data: { command: "ls", output: "a".repeat(100_000) },
      to: "investigating",
    },
    {
      when: "the output is longer",
      told: asked("ls"),
      data: { command: "ls", output: "a".repeat(100_001) },
      to: "malformed_act",
    },
    {
      when: "there is no output",
      told: asked("ls"),
      data: { command: "ls" },
      to: "malformed_act",
    },
    {
      when: "the agent sends it",
      told: asked("ls"),
      by: AGENT,
      data: { command: "ls", output },
      to: "not_a_party",
    },
    {
      when: "it comes at the deadline",
      told: asked("ls").waitForDeadline(),
      data: { command: "ls", output },
      to: "investigating",
    },
    {
      when: "it comes after it",
      told: asked("ls").wait(115.001),
      data: { command: "ls", output },
      to: "deadline_passed",
    },
    {
      when: "a fix came first",
      told: bonded().act(AGENT, "investigate").act(AGENT, "accept").act(AGENT, "fix"),
      data: { command: "cat Makefile", output },
      to: "wrong_phase",
    },
  ];

  test.each(rows)("when $when → $to", ({ told, by = PRINCIPAL, data, to }) => {
    expect(told.leadsTo(by, "result", data)).toBe(to);
  });

  test("of a command that a fix overtook is not awaited any more", () => {
    const told = bonded().act(AGENT, "investigate").act(AGENT, "accept").act(AGENT, "fix");
    told.act(PRINCIPAL, "verify", { success: false });
    expect(told.state).toMatchObject({ seat: { pending: [] }, deadline: { waitingFor: "agent" } });
  });
});

describe("whose turn it is, and for how long", () => {
  const turn = (told: Story) => {
    const { deadline } = told.state;
    return `${deadline?.waitingFor} ${((deadline?.atMs ?? 0) - told.nowMs) / 1_000}`;
  };
  const rows: { after: string; told: Story; is: string }[] = [
    { after: "a bond", told: bonded(), is: "agent 120" },
    { after: "a command", told: bonded().wait(50).act(AGENT, "investigate"), is: "principal 120" },
    {
      after: "a second command",
      told: asked("ls").wait(40).act(AGENT, "investigate"),
      is: "principal 75",
    },
    {
      after: "the last answer",
      told: asked("ls").wait(40).act(PRINCIPAL, "result"),
      is: "agent 120",
    },
    {
      after: "one answer of two",
      told: asked("ls", "pwd").wait(40).act(PRINCIPAL, "result"),
      is: "principal 120",
    },
    { after: "accepting", told: bonded().wait(60).act(AGENT, "accept"), is: "agent 120" },
    {
      after: "accepting while a command is open",
      told: asked("ls").wait(40).act(AGENT, "accept"),
      is: "principal 75",
    },
    {
      after: "a failed verification",
      told: fixed().wait(60).act(PRINCIPAL, "verify", { success: false }),
      is: "agent 120",
    },
    {
      after: "a word of the agent's in its turn",
      told: bonded().wait(60).act(AGENT, "ask"),
      is: "agent 120",
    },
    {
      after: "a word of the principal's in the agent's turn",
      told: bonded().wait(60).act(PRINCIPAL, "message"),
      is: "agent 60",
    },
    {
      after: "a word of the principal's in its turn",
      told: asked("ls").wait(60).act(PRINCIPAL, "answer"),
      is: "principal 120",
    },
    {
      after: "a word of the agent's in the principal's turn",
      told: asked("ls").wait(60).act(AGENT, "message"),
      is: "principal 55",
    },
    { after: "an account", told: bonded().wait(60).act(AGENT, "set_account"), is: "agent 60" },
    {
      after: "a word while verifying",
      told: fixed().wait(60).act(PRINCIPAL, "message"),
      is: "principal 360",
    },
    {
      after: "a word after the deadline",
      told: bonded().wait(130).act(AGENT, "message"),
      is: "agent -10",
    },
  ];

  test.each(rows)("after $after: $is s", ({ told, is }) => {
    expect(turn(told)).toBe(is);
  });

  const talking = (told: Story, by: Signer, times: number): Story => {
    for (let time = 0; time < times; time += 1) told.wait(10).act(by, "message");
    return told;
  };

  test("talk restarts one turn ten times and no more", () => {
    expect(turn(talking(bonded(), AGENT, 10))).toBe("agent 120");
    expect(turn(talking(bonded(), AGENT, 11))).toBe("agent 110");
    expect(turn(talking(bonded({ rules: { maxTalkTurns: 0 } }), AGENT, 1))).toBe("agent 110");
  });

  test.each([
    {
      next: "the principal's, after a command",
      told: talking(bonded(), AGENT, 11).act(AGENT, "investigate"),
      by: PRINCIPAL,
      is: "principal 120",
    },
    {
      next: "the agent's, after the answer",
      told: talking(asked("ls"), PRINCIPAL, 11).act(PRINCIPAL, "result"),
      by: AGENT,
      is: "agent 120",
    },
    {
      next: "the agent's, after accepting",
      told: talking(bonded(), AGENT, 11).act(AGENT, "accept"),
      by: AGENT,
      is: "agent 120",
    },
  ])("the next turn counts afresh: $next", ({ told, by, is }) => {
    expect(turn(talking(told, by, 10))).toBe(is);
  });

  test("accepting in the principal's turn does not give it more talk", () => {
    const told = talking(asked("ls"), PRINCIPAL, 10).act(AGENT, "accept");
    expect(turn(talking(told, PRINCIPAL, 1))).toBe("principal 110");
  });
});

test("rate zero lets commands follow each other at once", () => {
  const told = bonded({ rules: { investigationRateSeconds: 0 } }).act(AGENT, "investigate");
  expect(told.leadsTo(AGENT, "investigate")).toBe("investigating");
});
