/** Where Python says it was: the last `File "…", line …` before a message. */
import type { View } from "../view.ts";

const FRAME = /^\s*File "([^"\n]{1,300})", line (\d{1,7})/;

export interface Fault {
  readonly path: string;
  readonly line: number;
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
