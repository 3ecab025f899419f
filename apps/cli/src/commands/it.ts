/**
 * `fix it`: repairs the last command of this shell from what the shell recorded of it. Nothing is
 * run a second time to learn what it said. `fix !!` needs none of it: the shell itself writes the
 * last command there, and `fix` runs it.
 */
import { Command } from "@bazaar/terminal";
import { complain } from "../terminal.ts";
import { type RepairFlags, repairCommand } from "./repair.ts";

const HELP = `
The shell must have been started with what fix init prints; then its last command, exit code and
output are known. It may have had effects already, so when it is repaired it is yours to run again.
fix !! is written out by the shell itself: it runs the last command again.`;

export function itCommand(): Command {
  const command = new Command("it")
    .description("repair the last command of this shell, without running it again")
    .addHelpText("after", HELP);
  // The same wishes as for a command that is named.
  for (const option of repairCommand().options) command.addOption(option);
  return command.action(run);
}

async function run(flags: RepairFlags): Promise<void> {
  const { lastFailure } = await import("../shell/last-failure.ts");
  const { assertUsable } = await import("./usable-flags.ts");
  assertUsable(flags);
  const { failure, notes } = lastFailure(process.env);
  for (const note of notes) complain(note);
  const { repairOnTerminal } = await import("../repair/repair-on-terminal.ts");
  process.exitCode = await repairOnTerminal(failure, flags, false);
}
