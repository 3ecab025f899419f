/**
 * A command for the person's own prompt. The integration's shell function names a file in its private
 * directory; what is written there stands on the next prompt, to be edited, run or deleted.
 *
 * Only corrections of our own rules get there, never a stranger's command, and only if the person can
 * see every character of them.
 */
import { writeFileSync } from "node:fs";
import { dropTypedAhead } from "@bazaar/terminal/typed-ahead";
import { visibleLine } from "../contracts/visible-command.ts";

/** Of the screen: what is longer than that is not read before Enter is pressed. */
const MAX_ROWS = 3;
const PRIVATE = 0o600;

/** Blocks of scripts that run from the right: signs between two such words trade places on screen. */
const FROM_RIGHT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Keeps a command for the prompt, if it may stand there. */
export type PromptLine = (command: string) => void;

export interface WaitingPrompt {
  readonly put: PromptLine;
  /** The last thing before the prompt is shown: puts what was kept there. */
  readonly hand: () => void;
}

/**
 * The prompt that waits for a line; null without the integration. No command that runs later sees the
 * name of the file.
 */
export function takePromptLine(
  environment: NodeJS.ProcessEnv,
  columns: () => number,
): WaitingPrompt | null {
  const { FIX_SHELL_LINE: path } = environment;
  delete environment.FIX_SHELL_LINE;
  if (path === undefined || path === "") return null;
  let line: string | null = null;
  return {
    put(command) {
      if (fitsPrompt(command, columns())) line = command;
    },
    hand() {
      // An Enter that was typed before would run what nobody has seen.
      if (line === null || isLeft()) return;
      writeFileSync(path, `${line}\n`, { mode: PRIVATE });
    },
  };
}

/** Discards what was typed until now; whether Ctrl+C was among it. */
function isLeft(): boolean {
  const { stdin } = process;
  if (!stdin.isTTY) return false;
  stdin.setRawMode(true);
  try {
    return dropTypedAhead().isInterrupt;
  } finally {
    stdin.setRawMode(false);
  }
}

/** Whether it is one short line that is read as it stands, without anything invisible. */
export function fitsPrompt(command: string, columns: number): boolean {
  return (
    command.trim() !== "" &&
    visibleLine(command) === command &&
    !FROM_RIGHT.test(command) &&
    command.length <= columns * MAX_ROWS
  );
}
