/**
 * `fix init <shell>`: saves the script that makes a shell record its last command. It prints the script
 * for the shell that asks, and on a terminal what to do instead.
 */
import { Command } from "@bazaar/terminal";
import { saveHooks } from "../shell/saved-hooks.ts";
import { hookScript, SHELLS, type Shell, startLine } from "../shell/shells.ts";
import { complain, say } from "../terminal.ts";

export function initCommand(): Command {
  const command = new Command("init");
  return command
    .description("save the shell integration, for fix it and completion")
    .addArgument(command.createArgument("<shell>").choices(SHELLS))
    .addHelpText("after", () => `\n${SHELLS.map((shell) => `  ${startLine(shell)}`).join("\n")}`)
    .action((shell: Shell) => {
      const problem = saveHooks(shell);
      if (problem !== null) complain(problem);
      if (!process.stdout.isTTY) process.stdout.write(hookScript(shell));
      else if (problem !== null) process.exitCode = 1;
      else say(`saved; ${startLine(shell)}, if it is not there yet, and start a new shell`);
    });
}
