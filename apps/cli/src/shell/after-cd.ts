/**
 * `cd project && make` leaves the shell in `project`, where `make` failed: that is the command to
 * repair, and the place to repair it in. From the old directory the project is not the working tree.
 */
import type { ShellRecord } from "./shell-record.ts";

const WORD = String.raw`(?:'[^'\n]*'|"[^"\n]*"|\\.|[^\s;&|<>()'"\\])+`;
/** `and` is how fish continues after a success. */
const FIRST_CD = new RegExp(`^\\s*cd(?:\\s+${WORD}){0,3}\\s*(?:&&|;(?:\\s*and\\b)?|\\n)\\s*`);
const MOVES = /\b(?:cd|pushd|popd)\b/;
const MAX_STEPS = 5;
const MAX_LENGTH = 10_000;

/** What ran after the first `cd`, and where; all of it where it started if that is not certain. */
export function afterCd({
  command,
  directory,
  endedIn,
}: Pick<ShellRecord, "command" | "directory" | "endedIn">): {
  readonly command: string;
  readonly directory: string;
} {
  const whole = { command, directory };
  if (endedIn === directory || endedIn === "" || command.length > MAX_LENGTH) return whole;
  let rest = command;
  for (let step = 0; step < MAX_STEPS; step += 1) rest = rest.replace(FIRST_CD, "");
  const isMoved = rest !== command && rest.trim() !== "" && !MOVES.test(rest);
  return isMoved ? { command: rest, directory: endedIn } : whole;
}
