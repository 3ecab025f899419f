/**
 * The text as a rule sees it, and the answer it gives.
 *
 * Rules look at most `LOOKAHEAD` units past the place where they were asked and `LOOKBEHIND` before
 * it, and never before `floor`, where the last redaction ended. Because of the two bounds a stream
 * decides as the whole text would; because of the floor, the second scrub decides as the first.
 */
import type { Category } from "./category.ts";
import { isWordAt } from "./characters.ts";
import { placeholderEnd } from "./placeholder.ts";

export const LOOKAHEAD = 8_192;
export const LOOKBEHIND = 4_096;

export interface View {
  readonly text: string;
  /** End of the last redaction or placeholder; -1 before the first. */
  readonly floor: number;
  /** The command whose arguments this line lists, for flags that mean a password only there. */
  readonly command: string;
}

export interface Match {
  readonly start: number;
  readonly end: number;
  readonly category: Category;
  /** The value was recognised by what stands around it: look for it bare from here on. */
  readonly isLearned?: boolean;
  /** The secret may go on: what follows belongs to it as long as it looks alike. */
  readonly goesOn?: "token" | "key-body";
}

const ESCAPED_LETTER = /\\[nrtbf]$|%[0-9A-Fa-f]{2}$|\\u[0-9A-Fa-f]{4}$/;

/** Whether a word may begin here. A letter that is the end of an escape is not part of a word. */
export function isEdgeBefore({ text, floor }: View, at: number): boolean {
  if (at === floor) return false;
  if (!isWordAt(text, at - 1)) return true;
  return ESCAPED_LETTER.test(text.slice(Math.max(floor, at - 6, 0), at));
}

export function isEdgeAfter({ text }: View, end: number): boolean {
  return !isWordAt(text, end) && placeholderEnd(text, end) === -1;
}

/** Runs a sticky expression at one place. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The first unit at or after `from`, within `most`, that `isPart` refuses. */
export function runEnd(
  text: string,
  from: number,
  most: number,
  isPart: (code: number) => boolean,
): number {
  const limit = Math.min(text.length, from + most);
  let at = from;
  while (at < limit && isPart(text.charCodeAt(at))) at += 1;
  return at;
}
