/**
 * Placeholders are opaque to every rule: never a word, never the edge of one, never part of a
 * value. This is what makes scrubbing a scrubbed text change nothing.
 */

import { CATEGORIES, type Category } from "./category.ts";
import * as characters from "./characters.ts";
import type { Text } from "./text.ts";

// Bound here once: what is imported is fetched and checked again at each use.
const { unitAt } = characters;

const OPENING = "[REDACTED:";
const BRACKET = 91;
const PLACEHOLDER = /\[REDACTED:[a-z0-9-]{1,40}\]/y;

const PLACEHOLDERS: ReadonlyMap<string, string> = new Map(
  Object.keys(CATEGORIES).map((category) => [category, `${OPENING}${category}]`]),
);

export function placeholder(category: Category): string {
  return PLACEHOLDERS.get(category) ?? `${OPENING}${category}]`;
}

/** Where the placeholder that begins here ends, or -1. */
export function placeholderEnd(text: Text, at: number): number {
  if (unitAt(text, at) !== BRACKET || !text.string.startsWith(OPENING, at)) return -1;
  PLACEHOLDER.lastIndex = at;
  return PLACEHOLDER.test(text.string) ? PLACEHOLDER.lastIndex : -1;
}

const MAX_BETWEEN = 8;

/**
 * Whether a placeholder follows with nothing but these characters before it. What it stands for
 * may have been the rest of a number, so where the number ends is not known.
 */
export function isCutByPlaceholder(text: Text, end: number, between: string): boolean {
  let at = end;
  while (at < end + MAX_BETWEEN && between.includes(text.string[at] ?? "\n")) at += 1;
  return placeholderEnd(text, at) !== -1;
}
