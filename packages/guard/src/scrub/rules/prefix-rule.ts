/** Rules that start from a fixed string, and the form in which most of them are written. */
import type { Category } from "../category.ts";
import { endAt, isEdgeBefore, type Match, matchAt, type View } from "../view.ts";

export interface PrefixRule {
  /** At least three characters each. */
  readonly prefixes: readonly string[];
  /** `at` is where the prefix begins. */
  readonly match: (view: View, at: number, prefix: string) => Match | null;
  /** The word names a program: flags behind it on its line are read as that program's. */
  readonly command?: string;
  /** The value alone says what it is, wherever it stands. */
  readonly isSelfEvident?: boolean;
}

/** Longer tokens are redacted to their end, piece by piece. */
export const MAX_TOKEN = 1_024;

interface TokenForm {
  readonly category: Category;
  readonly prefixes: readonly string[];
  /** What follows the prefix: a class of characters, and how many there are at least. */
  readonly body: string;
  readonly least: number;
  /** The prefix is so unlikely by chance that it may stand inside a word. */
  readonly isDistinct: boolean;
  /** The body must hold both a digit and a letter, because words can follow this prefix. */
  readonly isMixed: boolean;
}

/** A token is refused by this much of it, so that refusing costs little. */
const MAX_HEAD = 64;

export function tokenRule(form: TokenForm): PrefixRule {
  const { category, prefixes, body, least, isDistinct, isMixed } = form;
  const head = new RegExp(`${body}{${least},${Math.max(least, MAX_HEAD)}}`, "y");
  const rest = new RegExp(`${body}{0,${MAX_TOKEN}}`, "y");
  return {
    prefixes,
    isSelfEvident: true,
    match(view, at, prefix) {
      if (!isDistinct && !isEdgeBefore(view, at)) return null;
      const from = at + prefix.length;
      const begun = matchAt(head, view.text, from)?.[0] ?? "";
      if (begun === "" || (isMixed && !isMixture(begun))) return null;
      const match = { start: at, end: endAt(rest, view.text, from), category };
      return match.end - from === MAX_TOKEN ? { ...match, goesOn: "token" } : match;
    },
  };
}

function isMixture(text: string): boolean {
  return /\d/.test(text) && /[A-Za-z]/.test(text);
}

/** `pass` as it is written in prose, in titles and in constants. */
export function inEveryCase(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => {
    const lower = word.toLowerCase();
    const title = lower.charAt(0).toUpperCase() + lower.slice(1);
    return [...new Set([lower, title, lower.toUpperCase()])];
  });
}
