/** Whose turn it is, and for how long. */
import { AGENT, accepted, bonded, fixed, PRINCIPAL, type Story } from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { Signer } from "../identity/signer.ts";

const asked = (...commands: string[]): Story => askedIn(bonded(), commands);

const askedIn = (told: Story, commands: readonly string[]): Story => {
  for (const command of commands) told.act(AGENT, "investigate", { command }).wait(5);
  return told;
};

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
    after: "a message of the agent while it looks",
    told: bonded().wait(60).act(AGENT, "ask"),
    is: "agent 60",
  },
  {
    after: "a message of the principal that owes a result before acceptance",
    told: asked("ls").wait(60).act(PRINCIPAL, "answer"),
    is: "principal 55",
  },
  {
    after: "a message of the agent in its turn",
    told: accepted().wait(60).act(AGENT, "ask"),
    is: "agent 120",
  },
  {
    after: "a message of the principal in the agent's turn",
    told: accepted().wait(60).act(PRINCIPAL, "message"),
    is: "agent 60",
  },
  {
    after: "a message of the principal in its turn",
    told: askedIn(accepted(), ["ls"]).wait(60).act(PRINCIPAL, "answer"),
    is: "principal 120",
  },
  {
    after: "a message of the agent in the principal's turn",
    told: askedIn(accepted(), ["ls"]).wait(60).act(AGENT, "message"),
    is: "principal 55",
  },
  { after: "an account", told: bonded().wait(60).act(AGENT, "set_account"), is: "agent 60" },
  {
    after: "a message while verifying",
    told: fixed().wait(60).act(PRINCIPAL, "message"),
    is: "principal 360",
  },
  {
    after: "a message after the deadline",
    told: accepted().wait(130).act(AGENT, "message"),
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
  expect(turn(talking(accepted(), AGENT, 10))).toBe("agent 120");
  expect(turn(talking(accepted(), AGENT, 11))).toBe("agent 110");
  expect(turn(talking(accepted({ rules: { maxTalkTurns: 0 } }), AGENT, 1))).toBe("agent 110");
});

test.each([
  {
    next: "the principal's, after a command",
    told: talking(accepted(), AGENT, 11).act(AGENT, "investigate"),
    by: PRINCIPAL,
    is: "principal 120",
  },
  {
    next: "the agent's, after the answer",
    told: talking(askedIn(accepted(), ["ls"]), PRINCIPAL, 11).act(PRINCIPAL, "result"),
    by: AGENT,
    is: "agent 120",
  },
  {
    next: "the agent's, after accepting",
    told: talking(bonded(), AGENT, 5).act(AGENT, "accept"),
    by: AGENT,
    is: "agent 120",
  },
])("the next turn counts afresh: $next", ({ told, by, is }) => {
  expect(turn(talking(told, by, 10))).toBe(is);
});
