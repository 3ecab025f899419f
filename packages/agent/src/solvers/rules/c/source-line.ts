/** Where a compiler says that a word of a source file is unknown. */
import type { FileLine, Typo } from "../mistyped.ts";
import { firstMatch, type View } from "../view.ts";

/** The groups of the pattern: path, line, the word, and the compiler's suggestion if it has one. */
export function wordOfSource(pattern: RegExp) {
  return (view: View): Typo<FileLine> | null => {
    const [, path, line, typed, suggested] = firstMatch(view, pattern) ?? [];
    if (path === undefined || typed === undefined) return null;
    return { typed, suggested, at: { path, line: Number(line) } };
  };
}
