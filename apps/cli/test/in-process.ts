/** `fix` inside this process: it spares a start of Node each time, and its clock can be moved. */
import { spawnSync } from "node:child_process";
import { type Command, Command as Wrapper } from "@bazaar/terminal";
import { vi } from "vitest";
import { commandsFor } from "../src/commands/lazy-commands.ts";
import { repairOnTerminal } from "../src/repair/repair-on-terminal.ts";
import type { Ended, Person } from "./person.ts";
import { run } from "./test-market.ts";

/** A verb and its words. */
export async function callFix(
  person: Person,
  [verb = "", ...words]: readonly string[],
): Promise<Ended> {
  const [command] = await commandsFor(verb);
  if (command === undefined) throw new Error(`${verb} is not a verb`);
  return callAs(person, command, words);
}

/** A person whose command failed and whose fix, found in autonomous mode, waits for review. */
export async function withWaitingFix(person: Person, command = "node test.mjs"): Promise<Person> {
  const repairing = new Wrapper("repair").action(async () => {
    const directory = person.project;
    const failed = spawnSync("bash", ["-c", command], { cwd: directory, encoding: "utf8" });
    const failure = { command, directory, exitCode: failed.status ?? 1, output: failed.stderr };
    process.exitCode = await repairOnTerminal(failure, { mode: "autonomous" });
  });
  const { err } = await callAs(person, repairing, []);
  if (!/waits +in the sandbox/.test(err)) throw new Error(`no fix waits:\n${err}`);
  return person;
}

async function callAs(
  { home, state }: Person,
  command: Command,
  words: readonly string[],
): Promise<Ended> {
  vi.stubEnv("HOME", home);
  vi.stubEnv("XDG_STATE_HOME", state);
  try {
    const { code, out, err } = await run(command, ...words);
    return { status: code, out, err };
  } finally {
    vi.unstubAllEnvs();
  }
}
