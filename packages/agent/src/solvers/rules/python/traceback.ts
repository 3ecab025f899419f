/** The last `File "…", line …` of a Python traceback before a message, outside Python's library. */
import type { FileLine } from "../mistyped.ts";
import type { View } from "../view.ts";

const FRAME = /^\s*File "([^"\n]{1,300})", line (\d{1,7})/;
const LIBRARY = /\/lib\/python\d|^<frozen /;
const MARKS = /^( {4,})[~^]+[~^ ]*$/;

export interface Fault extends FileLine {
  readonly found: RegExpExecArray;
  /** Python's marks below the faulty line, as if the line were not indented; empty if none. */
  readonly marks: string;
}

export function fault(view: View, message: RegExp): Fault | null {
  let frame: { readonly path: string; readonly line: number } | null = null;
  let marks = "";
  for (const line of view.lines) {
    const found = message.exec(line);
    if (found !== null && frame !== null) return { ...frame, found, marks };
    const [, path, number] = FRAME.exec(line) ?? [];
    if (path !== undefined && !LIBRARY.test(path)) {
      frame = { path, line: Number(number) };
      marks = "";
    } else if (frame !== null && marks === "" && MARKS.test(line)) marks = line.slice(4);
  }
  return null;
}

/** The text that Python marked in the line, and where it starts. */
export function markedText(line: string, marks: string): { text: string; at: number } | null {
  const start = marks.search(/[~^]/);
  if (start === -1) return null;
  const at = line.length - line.trimStart().length + start;
  return { text: line.slice(at, at + marks.trimEnd().length - start), at };
}
