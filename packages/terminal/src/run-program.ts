/** Runs a command line program: one command per verb, one place that reports errors. */
import { inertText } from "@bazaar/kernel";
import { Command, CommanderError } from "commander";
import { BadInput } from "./bad-input.ts";
import { complain, reportBug } from "./print.ts";

const EXIT_BUG = 1;
const EXIT_BAD_INPUT = 2;

export interface Program {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly commands: readonly Command[];
  /** The command for a first word that is none of them. */
  readonly otherwise?: Command;
}

/** Runs the command in `args` and sets `process.exitCode`. */
export async function runProgram(program: Program, args: readonly string[]): Promise<void> {
  // Started by a launcher on an older Node: end when it ends.
  process.channel?.unref();
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.stdout.on("error", leaveQuietly);

  const root = new Command(program.name)
    .description(program.description)
    .version(program.version)
    .configureOutput({ writeErr: (text) => process.stderr.write(inertText(text)) })
    .enablePositionalOptions()
    .exitOverride();
  for (const command of program.commands) root.addCommand(command);
  if (program.otherwise !== undefined) root.addCommand(program.otherwise, { isDefault: true });
  inheritSettings(root);
  try {
    await root.parseAsync(args, { from: "user" });
  } catch (error) {
    endWith(error, program.name);
  }
}

/** The reader closed the pipe, as `head` does. */
function leaveQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.exit();
}

/** Commander passes settings on only to commands that are created after them. */
function inheritSettings(parent: Command): void {
  for (const command of parent.commands) {
    inheritSettings(command.copyInheritedSettings(parent));
  }
}

/** Anything but bad input is a bug and is printed whole. */
function endWith(error: unknown, name: string): void {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : EXIT_BAD_INPUT;
    return;
  }
  if (error instanceof BadInput) {
    complain(name, error.message);
    process.exitCode = EXIT_BAD_INPUT;
    return;
  }
  reportBug(name, error);
  // Open handles would keep the process alive in an unknown state.
  process.exit(EXIT_BUG);
}
