import { expect, test } from "vitest";
import { nearest, nearestOrLonger } from "./nearest.ts";
import { mistypedCommand } from "./shell/mistyped-command.ts";
import { similarCommands } from "./shell/similar-commands.ts";

test.each([
  { typed: "mian.c", among: ["main.c", "parse.c"], meant: "main.c" },
  { typed: "tset", among: ["test", "build"], meant: "test" },
  { typed: "biuld", among: ["build", "guild"], meant: "build" },
  { typed: "bat", among: ["cat", "rat"], meant: null },
  { typed: "ab", among: ["xyz"], meant: null },
  { typed: "deploy", among: ["destroy"], meant: null },
  { typed: "same", among: ["same"], meant: null },
  { typed: "x".repeat(100), among: ["x".repeat(99)], meant: null },
])("$typed is meant as $meant", ({ typed, among, meant }) => {
  expect(nearest(typed, among)).toBe(meant);
});

/** Everything that is looked for is installed, except this. */
function allBut(missing: string): (asked: string) => Promise<string> {
  return async (asked) =>
    asked
      .split(" ")
      .filter((name) => name !== missing)
      .map((name) => `/usr/bin/${name}`)
      .join("\n");
}

test.each([
  { typed: "rg", meant: null },
  { typed: "rmm", meant: null },
  { typed: "mr", meant: null },
  { typed: "sl", meant: "ls" },
  { typed: "gti", meant: "git" },
  { typed: "pyton3", meant: "python3" },
  { typed: "kubetcll", meant: "kubectl" },
  { typed: "nosuch", meant: null },
  { typed: "lss", meant: null },
  { typed: "$(pwn)", meant: null },
])("the command $typed is meant as $meant", async ({ typed, meant }) => {
  const error = `bash: line 1: ${typed}: command not found`;
  const problem = { command: `${typed} -x file`, error, capabilities: [] };
  const fix = await mistypedCommand.repair(problem, allBut(typed));
  const command = meant === null ? null : { correctedCommand: `${meant} -x file` };
  if (command === null) expect(fix).toBeNull();
  else expect(fix).toMatchObject(command);
});

test.each([
  { typed: "lss", says: "There is no command lss; similar ones are ls, less, ss." },
  { typed: "nosuch", says: null },
  { typed: "gti", says: null },
])("of the commands near $typed is said: $says", async ({ typed, says }) => {
  const error = `bash: line 1: ${typed}: command not found`;
  const problem = { command: typed, error, capabilities: [] };
  const hint = await similarCommands.repair(problem, allBut(typed));
  expect(hint).toEqual(says === null ? null : { explanation: says });
});

test.each([
  { typed: "greet", among: ["greeting", "prices"], meant: "greeting" },
  { typed: "greetings", among: ["greet", "prices"], meant: "greet" },
  { typed: "greet", among: ["greeter", "greeting"], meant: "greeter" },
  { typed: "greet", among: ["greetings", "greeting"], meant: null },
  { typed: "gre", among: ["greeting"], meant: null },
  { typed: "greet", among: ["gr"], meant: null },
])("$typed among $among is $meant", ({ typed, among, meant }) => {
  expect(nearestOrLonger(typed, among)).toBe(meant);
});
