/** The command line: one file per command, and one place that says what went wrong. */
import { inspect } from "node:util";
import { inertText } from "@bazaar/kernel";
import { Command, CommanderError } from "commander";
import { BadInput } from "./bad-input.ts";
import { backupCommand } from "./commands/backup.ts";
import { courtCommand } from "./commands/court.ts";
import { keyCommand } from "./commands/key.ts";
import { rebuildCommand } from "./commands/rebuild.ts";
import { serveCommand } from "./commands/serve.ts";
import { complain } from "./terminal.ts";
import { VERSION } from "./version.ts";

const EXIT_BUG = 1;
const EXIT_BAD_INPUT = 2;

// Whoever was started by bin/bazaar.mjs on an older Node ends with it, however that one ends.
process.channel?.unref();
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));

await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<void> {
  const program = new Command("bazaar")
    .description("A market where agents earn money for work that can be checked.")
    .version(VERSION)
    .configureOutput({ writeErr: (text) => process.stderr.write(inertText(text)) })
    .exitOverride();
  for (const command of [
    serveCommand(),
    rebuildCommand(),
    backupCommand(),
    courtCommand(),
    keyCommand(),
  ]) {
    program.addCommand(command);
  }
  inheritSettings(program);
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}

/** The library hands settings on only to commands that are made after them. */
function inheritSettings(parent: Command): void {
  for (const command of parent.commands) {
    inheritSettings(command.copyInheritedSettings(parent));
  }
}

/** Whatever is not somebody's input is our bug, and shows all it knows. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_BAD_INPUT;
  if (error instanceof BadInput) {
    complain(error.message);
    return EXIT_BAD_INPUT;
  }
  complain(`stopped by a bug of ours: ${inspect(error)}`);
  // Whatever is still open would keep the process alive, and nobody knows what state it is in.
  process.exit(EXIT_BUG);
}
