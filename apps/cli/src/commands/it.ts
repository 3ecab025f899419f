/** `fix it`: repairs the last command of this shell from its record, without running it again. */
import { Command, screenSize } from "@bazaar/terminal";
import { complain } from "../terminal.ts";
import { type RepairFlags, repairCommand } from "./repair.ts";

const HELP = `
Needs the shell integration (see fix init --help), which records the last command, its exit code and
its output. The command is not run again, because it may have had effects: run it yourself after the
repair. fix !! works without the integration: the shell expands it, and the command runs again.`;

export function itCommand(): Command {
  const command = new Command("it")
    .description("repair the last command of this shell without running it again")
    .addHelpText("after", HELP);
  for (const option of repairCommand().options) command.addOption(option);
  return command.action(run);
}

async function run(flags: RepairFlags): Promise<void> {
  const { callingShell } = await import("../shell/calling-shell.ts");
  const { lastFailure } = await import("../shell/last-failure.ts");
  const { takePromptLine } = await import("../shell/prompt-line.ts");
  const { refreshHooks } = await import("../shell/saved-hooks.ts");
  const { assertUsable } = await import("./usable-flags.ts");
  await assertUsable(flags);
  const waiting = takePromptLine(process.env, () => screenSize().columns);
  refreshHooks();
  const { failure, notes } = lastFailure(process.env, callingShell(process.ppid));
  for (const note of notes) complain(note);
  const { repairOnTerminal } = await import("../repair/repair-on-terminal.ts");
  const promptLine = waiting?.put ?? null;
  process.exitCode = await repairOnTerminal(failure, flags, { isOurRun: false, promptLine });
  waiting?.hand();
}
