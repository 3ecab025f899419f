/** `fix init <shell>`: prints the script that makes a shell record its last command. */
import { Command } from "@bazaar/terminal";
import { hookScript, SHELLS, type Shell, startLine } from "../shell/shells.ts";

export function initCommand(): Command {
  const command = new Command("init");
  return command
    .description("print the shell integration, for fix it and completion")
    .addArgument(command.createArgument("<shell>").choices(SHELLS))
    .addHelpText("after", () => `\n${SHELLS.map((shell) => `  ${startLine(shell)}`).join("\n")}`)
    .action((shell: Shell) => {
      process.stdout.write(hookScript(shell));
    });
}
