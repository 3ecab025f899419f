/**
 * Asks about a corrected command: only if all of it is on the screen with the question. An agent's
 * command that would run outside the sandbox is asked for by a word that is not typed by habit.
 */
import type { ScreenSize } from "@bazaar/terminal";
import { onOneLine } from "../contracts/inert-lines.ts";
import { commandRows, lineCount, visibleLine } from "../contracts/visible-command.ts";

export const RUN = "run";
const INDENT = "  ";

type CommandQuestion =
  | { readonly isWhole: true; readonly text: string }
  | { readonly isWhole: false; readonly because: string };

interface Asked {
  readonly command: string;
  readonly failed: string;
  /** What happens with the command. */
  readonly what: string;
  readonly question: string;
}

/** About a command of a stranger. */
export function commandQuestion(
  command: string,
  failed: string,
  screen: ScreenSize,
): CommandQuestion {
  const question = `Type ${RUN} to run it.`;
  return wholeQuestion({ command, failed, what: "this would run for real", question }, screen);
}

export function wholeQuestion(
  { command, failed, what, question }: Asked,
  { columns, rows }: ScreenSize,
): CommandQuestion {
  const lines = [
    onOneLine(`Instead of: ${visibleLine(failed)}`, columns - 1),
    `${what} (${lineCount(command)}):`,
    ...commandRows(command, columns - INDENT.length).map((row) => `${INDENT}${row}`),
    question,
  ];
  const taken = lines.reduce((sum, { length }) => sum + Math.ceil(length / columns), 0);
  if (taken < rows) return { isWhole: true, text: lines.join("\n") };
  const sizes = `needs ${taken} rows and this screen has ${rows}`;
  return {
    isWhole: false,
    because: `the corrected command ${sizes}: enlarge the window to see all of it before you decide`,
  };
}
