/** Where a scrubber redacts, as offsets into the text. */
import type { Category } from "../category.ts";
import type { Scrubber } from "../scrubber.ts";
import type { Span } from "./read-corpus.ts";

export interface FoundSpan extends Span {
  readonly category: Category;
}

export function findSpans(scrubber: Scrubber, text: string): readonly FoundSpan[] {
  const lineStarts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    lineStarts.push(at + 1);
  }
  return scrubber.scrub(text).found.map(({ category, line, column, length }) => {
    const start = (lineStarts[line - 1] ?? 0) + column - 1;
    return { category, start, end: start + length };
  });
}
