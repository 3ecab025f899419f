/**
 * What a program printed, as somebody without its terminal reads it: no colours, and of a line
 * that was written over (a progress bar) what it said last.
 *
 * A stranger's fix decides how long and how odd it is, so every step takes time in proportion to
 * it; Node's own `stripVTControlCharacters` does not.
 */
const CONTROL_SEQUENCE = String.raw`(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?`;
const CONTROL_STRING = String.raw`(?:\x1b[\]PX^_]|\x9d)[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?`;
const OTHER_ESCAPE = String.raw`\x1b[ -/]*[0-~]?`;
const ORDERS = new RegExp([CONTROL_SEQUENCE, CONTROL_STRING, OTHER_ESCAPE].join("|"), "g");

export function plainOutput(output: string): string {
  return output.replace(ORDERS, "").split("\n").map(lastSaid).join("\n");
}

/** A carriage return at the end of a line has nothing written over it. */
function lastSaid(line: string): string {
  let end = line.length;
  while (line[end - 1] === "\r") end -= 1;
  return line.slice(line.lastIndexOf("\r", end - 1) + 1, end);
}

/** The end of a text, where the error is; said where something is missing. */
export function lastPart(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const kept = endOf(text, maxLength - MAX_NOTE);
  return `[${text.length - kept.length} characters before this left out]\n${kept}`;
}

const MAX_NOTE = 60;

/** At most so much of its end, without half a character. */
export function endOf(text: string, maxLength: number): string {
  return text.slice(-maxLength).replace(/^[\uDC00-\uDFFF]/, "");
}
