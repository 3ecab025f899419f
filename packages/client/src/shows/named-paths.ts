/**
 * Absolute paths that messages of programs name: `/a/b`, `~/a`, `file:///a`, quoted or not, with or
 * without a position behind them. A guess, cheap and bounded; whether they exist is for the caller
 * to see.
 */
import { join } from "node:path";

const MAX_TEXT = 100_000;
const MAX_LINE = 4_096;
const MAX_NAMES = 500;

/** What stands around a path without blanks. */
export const AROUND = /[\s"'`‘’“”()[\]{}<>,;|=]+/;
const QUOTED = /["'`‘“]([~/][^"'`’”]+)["'`’”]/g;
/** With blanks, up to the colon of the message. */
const BEFORE_COLON = /(?:^|\s)([~/][^:"'`]+):/g;
/** What may follow it. */
export const POSITION = /(?::\d+)+:?$|[:.,]+$/;
const ABSOLUTE = /^(?:file:\/\/)?(?:~?\/[^/]|~$)/;

/** In the order in which they occur, each once. */
export function namedPaths(text: string, home: string): readonly string[] {
  const found = new Set<string>();
  for (const line of text.slice(-MAX_TEXT).split("\n")) {
    if (found.size > MAX_NAMES) break;
    const said = line.slice(0, MAX_LINE);
    const names = [
      ...[...said.matchAll(QUOTED), ...said.matchAll(BEFORE_COLON)].map(([, name = ""]) => name),
      ...said.split(AROUND),
    ];
    for (const name of names.filter((each) => ABSOLUTE.test(each))) {
      for (const path of [name, name.replace(POSITION, "")]) found.add(absolute(path, home));
    }
  }
  return [...found].slice(0, MAX_NAMES);
}

function absolute(path: string, home: string): string {
  const plain = path.replace(/^file:\/\//, "");
  return plain.startsWith("~") ? join(home, plain.slice(1)) : plain;
}
