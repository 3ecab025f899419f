/**
 * Placeholders are opaque to every rule: never a word, never the edge of one, never part of a
 * value. This is what makes scrubbing a scrubbed text change nothing.
 */
import type { Category } from "./category.ts";

const OPENING = "[REDACTED:";
const BRACKET = 91;
const PLACEHOLDER = /\[REDACTED:[a-z0-9-]{1,40}\]/y;

export function placeholder(category: Category): string {
  return `${OPENING}${category}]`;
}

/** Where the placeholder ends that begins here, or -1. */
export function placeholderEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== BRACKET || !text.startsWith(OPENING, at)) return -1;
  PLACEHOLDER.lastIndex = at;
  return PLACEHOLDER.test(text) ? PLACEHOLDER.lastIndex : -1;
}

/** Where the first placeholder of a short text begins, or -1. */
export function placeholderIndex(text: string): number {
  return text.search(/\[REDACTED:[a-z0-9-]{1,40}\]/);
}

const MAX_BETWEEN = 8;

/**
 * Whether a placeholder follows with nothing but these characters before it. What it stands for
 * may have been the rest of a number, so where the number ends is not known.
 */
export function isCutByPlaceholder(text: string, end: number, between: string): boolean {
  let at = end;
  while (at < end + MAX_BETWEEN && between.includes(text[at] ?? "\n")) at += 1;
  return placeholderEnd(text, at) !== -1;
}

const AFTER_VALUE = ",;:.)}]|&!? -";

/**
 * Whether a placeholder cuts a value short. The rest may have made it harmless, and then the whole
 * was refused before; had it been a secret, the whole would be gone.
 */
export function isCutValue(text: string, end: number): boolean {
  return isCutByPlaceholder(text, end, AFTER_VALUE);
}
