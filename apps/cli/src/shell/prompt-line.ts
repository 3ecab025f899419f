/**
 * A command for the person's own prompt. The integration's shell function names a file in its private
 * directory; what is written there stands on the next prompt, to be edited, run or deleted.
 *
 * Only corrections of our own rules get there, never a stranger's command, and only if the person can
 * see every character of them.
 */
import { writeFileSync } from "node:fs";
import { visibleLine } from "../contracts/visible-command.ts";

/** Of the screen: what is longer than that is not read before Enter is pressed. */
const MAX_ROWS = 3;
const PRIVATE = 0o600;

/** Writes a command for the prompt, if it may stand there. */
export type PromptLine = (command: string) => void;

/**
 * The prompt that waits for a line; null without the integration. No command that runs later sees the
 * name of the file.
 */
export function takePromptLine(
  environment: NodeJS.ProcessEnv,
  columns: () => number,
): PromptLine | null {
  const { FIX_SHELL_LINE: path } = environment;
  delete environment.FIX_SHELL_LINE;
  if (path === undefined || path === "") return null;
  return (command) => {
    if (fitsPrompt(command, columns())) writeFileSync(path, `${command}\n`, { mode: PRIVATE });
  };
}

/** Whether it is one short line without anything invisible. */
export function fitsPrompt(command: string, columns: number): boolean {
  return (
    command.trim() !== "" &&
    visibleLine(command) === command &&
    command.length <= columns * MAX_ROWS
  );
}
