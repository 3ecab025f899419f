/** Everything beyond a plain run of a command. */
import type { Failure } from "@bazaar/client";
import { Command, runProgram } from "@bazaar/terminal";
import { commandsFor, defaultCommand } from "./commands/lazy-commands.ts";
import { VERSION } from "./version.ts";

const DESCRIPTION = `Runs a command. If it fails, fix looks for a repair, tries it in a sandbox, and asks before it
changes your files. fix repair --help lists the options; fix -- <command> runs a command that has
the name of a verb.

  fix npm test
  fix --local --yes make`;

export const PROGRAM = {
  name: "fix",
  description: DESCRIPTION,
  version: VERSION,
};

/** Without any word it shows the help. */
export async function runVerb(given: readonly string[]): Promise<void> {
  const words = given.length === 0 ? ["--help"] : given;
  const commands = await commandsFor(words[0] ?? "");
  const isVerbatim = words.includes("--");
  await runProgram({ ...PROGRAM, commands, otherwise: await defaultCommand(isVerbatim) }, words);
}

/** Repairs a command that has already run and failed. */
export async function runRepair(failure: Failure): Promise<void> {
  const repair = new Command("repair").action(async () => {
    const { repairOnTerminal } = await import("./repair/repair-on-terminal.ts");
    process.exitCode = await repairOnTerminal(failure, {});
  });
  await runProgram({ ...PROGRAM, commands: [], otherwise: repair }, []);
}
