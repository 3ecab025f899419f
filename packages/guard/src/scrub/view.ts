/**
 * The text as a rule sees it, and the answer it gives.
 *
 * Rules look at most `LOOKAHEAD` units past the place where they were asked and `LOOKBEHIND` before
 * it, and never before `floor`, where the last redaction ended. Because of the two bounds a stream
 * decides as the whole text would; because of the floor, the second scrub decides as the first.
 */
import type { Category } from "./category.ts";
import * as characters from "./characters.ts";
import * as placeholders from "./placeholder.ts";
import type { Text } from "./text.ts";

// Bound here once: what is imported is fetched and checked again at each use.
const { isHexAt, isWordAt, unitAt } = characters;
const { placeholderEnd } = placeholders;

export const LOOKAHEAD = 8_192;
export const LOOKBEHIND = 4_096;

export interface View {
  readonly text: Text;
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
  readonly isLearned: boolean;
  /** The secret may go on: what follows belongs to it as long as it looks alike. */
  readonly goesOn: "token" | "key-body" | null;
}

/** A secret that says itself what it is. Matches are made by these three, so that all look alike. */
export function evident(start: number, end: number, category: Category): Match {
  return { start, end, category, isLearned: false, goesOn: null };
}

/** A secret that is one because of what stands around it. */
export function named(start: number, end: number, category: Category): Match {
  return { start, end, category, isLearned: true, goesOn: null };
}

/** A secret whose end is not in sight. */
export function begun(match: Match, goesOn: "token" | "key-body"): Match {
  const { start, end, category, isLearned } = match;
  return { start, end, category, isLearned, goesOn };
}

/** Whether a word may begin here. A letter that is the end of an escape is not part of a word. */
export function isEdgeBefore({ text, floor }: View, at: number): boolean {
  if (at === floor) return false;
  return !isWordAt(text, at - 1) || isEscapeBefore(text, at, floor > 0 ? floor : 0);
}

const [BACKSLASH, PERCENT, LETTER_U] = [92, 37, 117];

/** Whether `\n` and its like, `%0A` or `\u000a` ends here and begins at `least` or behind it. */
function isEscapeBefore(text: Text, at: number, least: number): boolean {
  const last = unitAt(text, at - 1);
  if (isEscapedLetter(last) && at - 2 >= least && unitAt(text, at - 2) === BACKSLASH) return true;
  if (at - 3 < least || !isHexAt(text, at - 1) || !isHexAt(text, at - 2)) return false;
  if (unitAt(text, at - 3) === PERCENT) return true;
  if (at - 6 < least || unitAt(text, at - 5) !== LETTER_U) return false;
  return unitAt(text, at - 6) === BACKSLASH && isHexAt(text, at - 3) && isHexAt(text, at - 4);
}

/** One of `n`, `r`, `t`, `b` and `f`. */
function isEscapedLetter(code: number): boolean {
  return code === 110 || code === 114 || code === 116 || code === 98 || code === 102;
}

export function isEdgeAfter({ text }: View, end: number): boolean {
  return !isWordAt(text, end) && placeholderEnd(text, end) === -1;
}

/** Runs a sticky expression at one place. Where only its end counts, `matchEnd` costs a third. */
export function matchAt(pattern: RegExp, text: Text, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text.string);
}

/** Where a sticky expression ends that begins at this place, or -1. */
export function matchEnd(pattern: RegExp, text: Text, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text.string) ? pattern.lastIndex : -1;
}

/** The first unit at or after `from`, within `most`, that `isPart` refuses. */
export function runEnd(
  text: Text,
  from: number,
  most: number,
  isPart: (code: number) => boolean,
): number {
  const limit = Math.min(text.length, from + most);
  let at = from;
  while (at < limit && isPart(unitAt(text, at))) at += 1;
  return at;
}
