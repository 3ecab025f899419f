/** The bare run of a command. Loads nothing but the recorder: a command that succeeds needs no more. */
import { isatty } from "node:tty";
import type { Failure } from "@bazaar/client";
import { recordCommand } from "@bazaar/client/record";
import { shellText } from "@bazaar/work";

/** Null where it succeeded. The exit code is left with the process either way. */
export async function failureOf(words: readonly string[]): Promise<Failure | null> {
  const command = shellText(words);
  const directory = process.cwd();
  const { exitCode, output } = await recordCommand({
    command,
    directory,
    environment: process.env,
    // Asked of the descriptors: to ask the streams would open them, which takes time.
    isTerminal: isatty(0) && isatty(1),
  });
  process.exitCode = exitCode;
  return exitCode === 0 ? null : { command, directory, exitCode, output };
}
