/**
 * Printing for all programs. Much of the text is untrusted, so control sequences and invisible
 * characters never reach the terminal.
 */
import { inspect } from "node:util";
import { inertText } from "@bazaar/kernel";

export function say(text: string): void {
  process.stdout.write(`${inertText(text)}\n`);
}

/** One line, whatever the text has: a stranger's line ends cannot begin a line that looks like ours. */
export function sayLine(text: string): void {
  process.stdout.write(`${onOneLine(text)}\n`);
}

export function onOneLine(text: string): string {
  return inertText(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

/** One line, as `sayLine`. */
export function complain(program: string, text: string): void {
  process.stderr.write(`${program}: ${onOneLine(text)}\n`);
}

/** With its stack. The error may quote a stranger: only its first line begins where ours begin. */
export function reportBug(program: string, error: unknown): void {
  const text = inertText(inspect(error)).replaceAll("\n", "\n  ");
  process.stderr.write(`${program}: internal error; please report it: ${text}\n`);
}

/** The same JSON in printable ASCII, with its line ends. */
export function asciiJson(json: string): string {
  return json.replace(
    /[^\n\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
