/** The bare run of a command. Loads nothing but the recorder: a command that succeeds needs no more. */
import { isatty } from "node:tty";
import type { Failure } from "@bazaar/client";
import { recordCommand } from "@bazaar/client/record";
import { shellText } from "@bazaar/work";

/** As a shell tells the end by Ctrl+C and by Ctrl+\\. */
const INTERRUPTED: ReadonlySet<number> = new Set([130, 131]);
const STOPS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** How a terminal shows Ctrl+C where it was pressed, which is mostly at the start of a line. */
const SHOWN_INTERRUPT = /[\r\n]\^C|^\^C/;
const LAST_WORDS = 2_048;

/**
 * Null where it succeeded, and where somebody stopped it: to run again what was stopped is no
 * repair. The exit code is left with the process either way.
 */
export async function failureOf(words: readonly string[]): Promise<Failure | null> {
  const command = shellText(words);
  const directory = process.cwd();
  // Asked of the descriptors: to ask the streams would open them, which takes time.
  const isTerminal = isatty(0) && isatty(1);
  let isStopped = false;
  const onStop = () => {
    isStopped = true;
  };
  for (const signal of STOPS) process.on(signal, onStop);
  const environment = process.env;
  const { exitCode, output } = await recordCommand({ command, directory, environment, isTerminal });
  for (const signal of STOPS) process.off(signal, onStop);
  process.exitCode = exitCode;
  if (exitCode === 0 || isStopped || INTERRUPTED.has(exitCode)) return null;
  // The command's own terminal takes the key, and the command may end with any code it likes.
  if (isTerminal && SHOWN_INTERRUPT.test(output.slice(-LAST_WORDS))) {
    process.stderr.write("fix: the command was interrupted; nothing to repair\n");
    return null;
  }
  return { command, directory, exitCode, output };
}
