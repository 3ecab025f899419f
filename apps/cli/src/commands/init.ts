/** `fix init <shell>`: the text that makes a shell tell us about its last command. */
import { Command } from "@bazaar/terminal";
import { hookScript, SHELLS, type Shell, startLine } from "../shell/shells.ts";

export function initCommand(): Command {
  const command = new Command("init");
  return command
    .description("what a shell evaluates when it starts, for fix it and for completion")
    .addArgument(command.createArgument("<shell>").choices(SHELLS))
    .addHelpText("after", () => `\n${SHELLS.map((shell) => `  ${startLine(shell)}`).join("\n")}`)
    .action((shell: Shell) => {
      process.stdout.write(hookScript(shell));
    });
}
