/**
 * A program's output as plain text: without escape sequences, and with the last state of a line that
 * was overwritten (a progress bar).
 *
 * The output is untrusted, so every step takes linear time; Node's `stripVTControlCharacters` does
 * not.
 */
const CONTROL_SEQUENCE = String.raw`(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?`;
const CONTROL_STRING = String.raw`(?:\x1b[\]PX^_]|\x9d)[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?`;
const OTHER_ESCAPE = String.raw`\x1b[ -/]*[0-~]?`;
const FIRST_COLUMN = String.raw`(?:\x1b\[|\x9b)[01]?G`;
const ORDERS = new RegExp([CONTROL_SEQUENCE, CONTROL_STRING, OTHER_ESCAPE].join("|"), "g");

/** npm's spinner goes there before it prints a line. */
const LINE_START = new RegExp(FIRST_COLUMN, "g");

export function plainOutput(output: string): string {
  return output.replace(LINE_START, "\r").replace(ORDERS, "").split("\n").map(lastState).join("\n");
}

/** The part after the last carriage return, ignoring those at the end of the line. */
function lastState(line: string): string {
  let end = line.length;
  while (line[end - 1] === "\r") end -= 1;
  return line.slice(line.lastIndexOf("\r", end - 1) + 1, end);
}

/** The end of a text, with a note of how much is left out. */
export function lastPart(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const kept = endOf(text, maxLength - MAX_NOTE);
  return `[${text.length - kept.length} characters before this left out]\n${kept}`;
}

const MAX_NOTE = 60;

/** At most `maxLength` characters of its end, without half a surrogate pair. */
export function endOf(text: string, maxLength: number): string {
  return text.slice(-maxLength).replace(/^[\uDC00-\uDFFF]/, "");
}
