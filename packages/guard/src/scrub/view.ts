/**
 * The text as a rule sees it, and the answer it gives.
 *
 * Rules look at most `LOOKAHEAD` units past the place where they were asked and `LOOKBEHIND` before
 * it, and never before `floor`, where the last redaction ended. The two bounds make a stream decide
 * as the whole text would; the floor makes the second scrub decide as the first.
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
  /** The program named last on this line, for flags that mean a password only there. */
  readonly command: string;
}

export interface Match {
  readonly start: number;
  readonly end: number;
  readonly category: Category;
  /** The value was recognised by its context: redact it without the context from here on. */
  readonly isLearned?: boolean;
  /** The secret may be longer: redact what follows as long as it looks alike. */
  readonly goesOn?: "token" | "key-body";
}

const ESCAPED_LETTER = /\\[nrtbf]$|%[0-9A-Fa-f]{2}$|\\u[0-9A-Fa-f]{4}$/;

/** Whether a word may begin here. The letter of an escape (`\n`) is not part of the word behind it. */
export function isEdgeBefore(view: View, at: number): boolean {
  if (at === view.floor) return false;
  return !isWordAt(view.text, at - 1) || ESCAPED_LETTER.test(textBefore(view, at, 6));
}

/**
 * Whether a word of a name may begin here: behind a mark, also behind a tab as `cat -A` shows it,
 * or with a capital behind a small letter.
 */
export function isNamePart({ text, floor }: View, at: number): boolean {
  if (at === floor) return false;
  const before = text[at - 1] ?? " ";
  if (!/[A-Za-z]/.test(before) || text[at] === "_") return true;
  return (/[a-z]/.test(before) && /[A-Z]/.test(text[at] ?? "")) || text.startsWith("^I", at - 2);
}

export function isEdgeAfter({ text }: View, end: number): boolean {
  return !isWordAt(text, end) && placeholderEnd(text, end) === -1;
}

/** Up to this many units before a place, none of them from before the floor. */
export function textBefore({ text, floor }: View, at: number, most: number): string {
  return text.slice(Math.max(floor, at - most, 0), at);
}

/** Runs a sticky expression at one place. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Where a sticky expression ends that matches at one place; -1 if it does not. */
export function endAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
