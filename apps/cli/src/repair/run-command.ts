/** Runs a command. Loads only the recorder, which is all that a successful command needs. */
import { isatty } from "node:tty";
import { actsOnShell } from "@bazaar/agent/shell-commands";
import type { Failure } from "@bazaar/client";
import { recordCommand } from "@bazaar/client/record";
import { shellText } from "@bazaar/work";
import { NO_DIRECTORY, presentDirectory } from "../present-directory.ts";

/** Exit codes after Ctrl+C and Ctrl+\\. */
const INTERRUPTED: ReadonlySet<number> = new Set([130, 131]);
const STOPS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** How a terminal echoes Ctrl+C. */
const SHOWN_INTERRUPT = /[\r\n]\^C|^\^C/;
const EXIT_MISUSED = 2;
const OWN_SHELL = "this ran in a shell of its own, so yours is unchanged; type it without fix";
const LAST_WORDS = 2_048;

/**
 * `isOffStdout`: whether its output goes to stderr, because stdout is for JSON.
 *
 * The failure to repair; null if the command succeeded or was interrupted. Sets the exit code of the
 * process either way.
 */
export async function runCommand(
  words: readonly string[],
  isOffStdout = false,
): Promise<Failure | null> {
  const command = shellText(words);
  if (presentDirectory() === null) {
    process.stderr.write(`fix: ${NO_DIRECTORY}\n`);
    process.exitCode = EXIT_MISUSED;
    return null;
  }
  const directory = process.cwd();
  // Opening the streams to ask them would take time.
  const isTerminal = isatty(0) && isatty(1);
  let isStopped = false;
  const onStop = () => {
    isStopped = true;
  };
  for (const signal of STOPS) process.on(signal, onStop);
  const environment = process.env;
  const { exitCode, output } = await recordCommand({
    command,
    directory,
    environment,
    isTerminal,
    isOffStdout,
  });
  for (const signal of STOPS) process.off(signal, onStop);
  process.exitCode = exitCode;
  if (exitCode === 0 && actsOnShell(command)) process.stderr.write(`fix: ${OWN_SHELL}\n`);
  if (exitCode === 0 || isStopped || INTERRUPTED.has(exitCode)) return null;
  // The key goes to the command's own terminal, and the command may exit with any code.
  if (isTerminal && SHOWN_INTERRUPT.test(output.slice(-LAST_WORDS))) {
    process.stderr.write("fix: the command was interrupted; nothing to repair\n");
    return null;
  }
  return { command, directory, exitCode, output };
}
