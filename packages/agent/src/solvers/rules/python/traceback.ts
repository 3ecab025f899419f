/** The last `File "…", line …` of a Python traceback before a message. */
import type { FileLine, Typo } from "../mistyped.ts";
import type { View } from "../view.ts";

const FRAME = /^\s*File "([^"\n]{1,300})", line (\d{1,7})/;

export interface Fault extends FileLine {
  readonly found: RegExpExecArray;
}

export function fault(view: View, message: RegExp): Fault | null {
  let frame: RegExpExecArray | null = null;
  for (const line of view.lines) {
    const found = message.exec(line);
    const path = frame?.[1];
    if (found !== null && path !== undefined) return { path, line: Number(frame?.[2]), found };
    frame = FRAME.exec(line) ?? frame;
  }
  return null;
}

/** The groups of the message: the unknown word, and Python's suggestion. */
export function wordOfTraceback(message: RegExp) {
  return (view: View): Typo<FileLine> | null => {
    const at = fault(view, message);
    const [, typed, suggested] = at?.found ?? [];
    return at === null || typed === undefined ? null : { typed, suggested, at };
  };
}
