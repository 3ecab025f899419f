/**
 * `fix init <shell>`: prints the script that makes a shell record its last command, and saves it, because
 * a shell reads a file many times faster than it starts `fix`.
 */
import { homedir } from "node:os";
import { join } from "node:path";
import { writeWhole } from "@bazaar/guard/write-whole";
import { Command } from "@bazaar/terminal";
import { fixHome } from "../home.ts";
import { hookScript, SHELLS, type Shell, startLine } from "../shell/shells.ts";
import { complain } from "../terminal.ts";

export function initCommand(): Command {
  const command = new Command("init");
  return command
    .description("print the shell integration, for fix it and completion")
    .addArgument(command.createArgument("<shell>").choices(SHELLS))
    .addHelpText("after", () => `\n${SHELLS.map((shell) => `  ${startLine(shell)}`).join("\n")}`)
    .action((shell: Shell) => {
      const text = hookScript(shell);
      process.stdout.write(text);
      if (!process.stdout.isTTY) save(shell, text);
    });
}

/** Where it cannot be saved, the shell asks again the next time. */
function save(shell: Shell, text: string): void {
  try {
    writeWhole(join(fixHome(homedir()).hooks, shell), text);
  } catch (error) {
    complain(`the integration was not saved: ${(error as Error).message}`);
  }
}
