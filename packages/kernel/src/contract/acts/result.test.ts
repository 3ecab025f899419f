import { AGENT, bonded, PRINCIPAL, type Story } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { actTable } from "../test/act-table.ts";

const asked = (...commands: string[]): Story => {
  const told = bonded();
  for (const command of commands) told.act(AGENT, "investigate", { command }).wait(5);
  return told;
};

const output = "Makefile\n";

actTable("result", PRINCIPAL, [
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
    when: "the output is with the maximum length",
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
  { when: "there is no output", told: asked("ls"), data: { command: "ls" }, to: "malformed_act" },
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
    when: "it comes after the deadline",
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
]);

test("the result of a command is no longer awaited after a fix", () => {
  const told = bonded().act(AGENT, "investigate").act(AGENT, "accept").act(AGENT, "fix");
  told.act(PRINCIPAL, "verify", { success: false });
  expect(told.state).toMatchObject({ seat: { pending: [] }, deadline: { waitingFor: "agent" } });
});
