/** Rules that start from a fixed string, and the form in which most of them are written. */
import type { Category } from "../category.ts";
import { isExample } from "../plain-value.ts";
import { endAt, isEdgeBefore, type Match, matchAt, type View } from "../view.ts";

export interface PrefixRule {
  /** At least three characters each. */
  readonly prefixes: readonly string[];
  /** `at` is where the prefix begins. */
  readonly match: (view: View, at: number, prefix: string) => Match | null;
  /** Secrets further on that the text here gives away. */
  readonly ahead?: (view: View, at: number, prefix: string) => readonly Match[];
  /** The word names a program: flags behind it on its line are read as that program's. */
  readonly command?: string;
  /** The value alone says what it is, wherever it stands. */
  readonly isSelfEvident?: boolean;
}

/** Longer tokens are redacted to their end, piece by piece. */
export const MAX_TOKEN = 1_024;

/**
 * A form of token: its category; its prefixes, separated by `|`; what follows them, a class of
 * characters or a group; how many of those there are at least; a remark. `distinct`: the prefix is
 * so unlikely by chance that it may stand inside a word. `mixed`: both a digit and a letter follow,
 * because words can follow this prefix.
 */
export type TokenRow = readonly [Category, string, string, number, ("distinct" | "mixed")?];

/** A token is refused by this much of it, so that refusing costs little. */
const MAX_HEAD = 64;

/** The rest of a token that a box or a table wraps. */
const WRAPPED =
  /[ \t]{0,64}[│┃|][ \t]{0,4}\r?\n[ \t]{0,4}[│┃|][ \t]{0,8}([A-Za-z0-9_+/=-]{12,512})(?=[ \t]*[│┃|])/y;

export function tokenRule(row: TokenRow): PrefixRule {
  const [category, prefixes, body, least, remark] = row;
  const head = new RegExp(`${body}{${least},${Math.max(least, MAX_HEAD)}}`, "y");
  const rest = new RegExp(`${body}{0,${MAX_TOKEN}}`, "y");
  return {
    prefixes: prefixes.split("|"),
    isSelfEvident: true,
    match(view, at, prefix) {
      if (remark !== "distinct" && !isEdgeBefore(view, at)) return null;
      const from = at + prefix.length;
      const begun = matchAt(head, view.text, from)?.[0] ?? "";
      if (begun === "" || (remark === "mixed" && !isMixture(begun))) return null;
      if (isExample(begun)) return null;
      const end = endAt(rest, view.text, from);
      const wrapped = matchAt(WRAPPED, view.text, end);
      const isWrapped = wrapped !== null && isMixture(wrapped[1] ?? "");
      const match = { start: at, end: isWrapped ? end + wrapped[0].length : end, category };
      return end - from === MAX_TOKEN ? { ...match, goesOn: "token" } : match;
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
