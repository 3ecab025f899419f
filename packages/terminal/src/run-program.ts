/** A command line: one command per verb, and one place that says what went wrong. */
import { inspect } from "node:util";
import { inertText } from "@bazaar/kernel";
import { Command, CommanderError } from "commander";
import { BadInput } from "./bad-input.ts";
import { complain } from "./print.ts";

const EXIT_BUG = 1;
const EXIT_BAD_INPUT = 2;

export interface Program {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly commands: readonly Command[];
  /** What is meant where the first word is none of them. */
  readonly otherwise?: Command;
}

/** Runs what `args` ask for, and leaves the exit code with the process. */
export async function runProgram(program: Program, args: readonly string[]): Promise<void> {
  // Whoever was started by a launcher on an older Node ends with it, however that one ends.
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

/** Whoever reads us has seen enough, as `head` does: that is no error of anybody's. */
function leaveQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.exit();
}

/** The library hands settings on only to commands that are made after them. */
function inheritSettings(parent: Command): void {
  for (const command of parent.commands) {
    inheritSettings(command.copyInheritedSettings(parent));
  }
}

/** Whatever is not somebody's input is our bug, and shows all it knows. */
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
  complain(name, `internal error; please report it: ${inspect(error)}`);
  // Whatever is still open would keep the process alive, and nobody knows what state it is in.
  process.exit(EXIT_BUG);
}
