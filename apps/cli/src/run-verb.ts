/** Everything beyond a plain run of a command. */
import type { Failure } from "@bazaar/client";
import { BadInput, Command, runProgram } from "@bazaar/terminal";
import { commandsFor, defaultCommand, HELP_WORDS } from "./commands/lazy-commands.ts";
import { HELP_TEXT } from "./help-text.ts";
import { hasSandboxes, whyNotHere } from "./runs-here.ts";
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
export async function runVerb(words: readonly string[], platform: NodeJS.Platform): Promise<void> {
  if (words.length <= 1 && HELP_WORDS.has(words[0] ?? "help")) {
    process.stdout.write(HELP_TEXT);
    return;
  }
  const commands = await commandsFor(words[0] ?? "");
  const otherwise = await defaultCommand(words, platform);
  if (!hasSandboxes(platform)) for (const each of [...commands, otherwise]) refuse(each, platform);
  await runProgram({ ...PROGRAM, commands, otherwise }, words);
}

/** @throws BadInput when it is run, if it does not work on this system. */
function refuse(command: Command, platform: NodeJS.Platform): void {
  command.hook("preAction", (_parent, called) => {
    const why = whyNotHere(command.name(), called.opts(), platform);
    if (why !== null) throw new BadInput(why);
  });
}

/** Repairs a command that has already run and failed. */
export async function runRepair(failure: Failure): Promise<void> {
  const repair = new Command("repair").action(async () => {
    const { repairOnTerminal } = await import("./repair/repair-on-terminal.ts");
    process.exitCode = await repairOnTerminal(failure, {});
  });
  await runProgram({ ...PROGRAM, commands: [], otherwise: repair }, []);
}
