/**
 * What an investigation command may be for the market: one printable line.
 *
 * Which commands are answered is the principal's guard's to decide, with a grammar per tool. A
 * command that it refuses gets that as its result.
 */

/** Everything that is not one printable line. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

/** Why this command is refused, or null. */
export function investigationProblem(command: string): string | null {
  if (!command.isWellFormed()) return "a lone surrogate has no UTF-8 encoding";
  if (command.trim() === "") return "the command is empty";
  const found = UNPRINTABLE.exec(command);
  if (found === null) return null;
  return `${JSON.stringify(found[0])} is not allowed: one line of printable characters`;
}
