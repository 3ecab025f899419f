/**
 * Printing for all programs. Much of the text is untrusted, so control sequences and invisible
 * characters never reach the terminal.
 */
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

export function complain(program: string, text: string): void {
  process.stderr.write(`${program}: ${inertText(text)}\n`);
}

/** The same JSON in printable ASCII, with its line ends. */
export function asciiJson(json: string): string {
  return json.replace(
    /[^\n\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
