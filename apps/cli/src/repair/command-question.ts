/**
 * Asks whether an agent's command may run outside the sandbox: only if all of it is on the screen with
 * the question, and only a word that is not typed by habit counts as yes.
 */
import { onOneLine } from "../contracts/inert-lines.ts";
import { commandRows, lineCount, visibleLine } from "../contracts/visible-command.ts";
import type { ScreenSize } from "../screen-size.ts";

export const RUN = "run";
const INDENT = "  ";

type CommandQuestion =
  | { readonly isWhole: true; readonly text: string }
  | { readonly isWhole: false; readonly because: string };

export function commandQuestion(
  command: string,
  failed: string,
  { columns, rows }: ScreenSize,
): CommandQuestion {
  const count = lineCount(command);
  const lines = [
    onOneLine(`Instead of: ${visibleLine(failed)}`, columns - 1),
    `this would run for real (${count}):`,
    ...commandRows(command, columns - INDENT.length).map((row) => `${INDENT}${row}`),
    `Type ${RUN} to run it.`,
  ];
  const taken = lines.reduce((sum, { length }) => sum + Math.ceil(length / columns), 0);
  if (taken < rows) return { isWhole: true, text: lines.join("\n") };
  const sizes = `needs ${taken} rows and this screen has ${rows}`;
  return {
    isWhole: false,
    because: `the corrected command ${sizes}: enlarge the window to see all of it before you decide`,
  };
}
