import type { Category, RedactedPlace } from "./category.ts";

export interface FoundValue {
  readonly category: Category;
  /** Where it starts in the text, in UTF-16 units. */
  readonly start: number;
  readonly value: string;
}

/** What a scrubber has found in a text, with the values that it replaced. */
export function foundValues(text: string, found: readonly RedactedPlace[]): readonly FoundValue[] {
  if (found.length === 0) return [];
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return found.map(({ category, line, column, length }) => {
    const start = (starts[line - 1] ?? 0) + column - 1;
    return { category, start, value: text.slice(start, start + length) };
  });
}
