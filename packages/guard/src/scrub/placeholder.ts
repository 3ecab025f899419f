/**
 * Placeholders are opaque to every rule: never a word, never the edge of one, never part of a
 * value. This is what makes scrubbing a scrubbed text change nothing.
 */

import { CATEGORIES, type Category } from "./category.ts";
import * as characters from "./characters.ts";
import { type Text, textOf } from "./text.ts";

// Bound here once: what is imported is fetched and checked again at each use.
const { unitAt } = characters;

const OPENING = "[REDACTED:";
const OPENING_UNITS = textOf(OPENING).units;
const MAX_CATEGORY = 40;
const [DASH, BRACKET, CLOSING_BRACKET] = [45, 91, 93];

const PLACEHOLDERS: ReadonlyMap<string, string> = new Map(
  Object.keys(CATEGORIES).map((category) => [category, `${OPENING}${category}]`]),
);

export function placeholder(category: Category): string {
  return PLACEHOLDERS.get(category) ?? `${OPENING}${category}]`;
}

/** Where the placeholder that begins here ends, or -1. */
export function placeholderEnd(text: Text, at: number): number {
  if (unitAt(text, at) !== BRACKET) return -1;
  const from = at + OPENING_UNITS.length;
  for (let next = at + 1; next < from; next += 1) {
    if (unitAt(text, next) !== OPENING_UNITS[next - at]) return -1;
  }
  const limit = from + MAX_CATEGORY;
  let end = from;
  while (end < limit && isOfCategory(unitAt(text, end))) end += 1;
  return end > from && unitAt(text, end) === CLOSING_BRACKET ? end + 1 : -1;
}

/** Small letters, digits and `-`. */
function isOfCategory(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === DASH;
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
