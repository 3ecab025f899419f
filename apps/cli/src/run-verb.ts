/** Everything beyond a bare run, with one place that says what went wrong. */
import type { Failure } from "@bazaar/client";
import { Command, runProgram } from "@bazaar/terminal";
import { commandsFor, otherwise } from "./commands/lazy-commands.ts";
import { VERSION } from "./version.ts";

const PROGRAM = {
  name: "fix",
  description: "Repairs failed commands without touching your machine until it works.",
  version: VERSION,
};

export async function runVerb(words: readonly string[]): Promise<void> {
  const [first = "--help"] = words;
  const commands = await commandsFor(first);
  const isVerbatim = words.includes("--");
  await runProgram({ ...PROGRAM, commands, otherwise: await otherwise(isVerbatim) }, words);
}

/** A command has failed already: what is left is to repair it. */
export async function runRepair(failure: Failure): Promise<void> {
  const repair = new Command("repair").action(async () => {
    const { repairOnTerminal } = await import("./repair/repair-on-terminal.ts");
    process.exitCode = await repairOnTerminal(failure, {});
  });
  await runProgram({ ...PROGRAM, commands: [], otherwise: repair }, []);
}
