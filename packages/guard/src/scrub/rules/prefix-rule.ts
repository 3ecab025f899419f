/** Rules that start from a fixed string, and the table form in which most of them are written. */
import type { Category } from "../category.ts";
import * as characters from "../characters.ts";
import type { Text } from "../text.ts";
import type { Match, View } from "../view.ts";
import * as views from "../view.ts";

// Bound here once: what is imported is fetched and checked again at each use.
const { hasDigitWithin, hasLetter, kindAt, unitAt } = characters;
const { begun, evident, isEdgeBefore } = views;

export interface PrefixRule {
  /** At least three units each; the scan finds them all in one pass. */
  readonly prefixes: readonly string[];
  /** `at` is where the prefix begins. */
  readonly match: (view: View, at: number, prefix: string) => Match | null;
  /** The word names a program: flags behind it on its line are read as that program's. */
  readonly command?: string;
  /** The value alone says what it is, wherever it stands. */
  readonly isSelfEvident?: boolean;
}

const [ASCII, UNITS] = [128, 65_536];
/** Longer tokens are swallowed to their end, piece by piece. */
export const MAX_TOKEN = 1_024;

interface TokenShape {
  readonly category: Category;
  readonly prefixes: readonly string[];
  /** What follows the prefix: a class of characters, and how many there are at least. */
  readonly body: string;
  readonly least: number;
  /** The prefix is so unlikely by chance that it may stand inside a word. */
  readonly isDistinct?: boolean;
  /** The body must hold both a digit and a letter, because words can follow this prefix. */
  readonly isMixed?: boolean;
}

/** What is refused is refused by this much of it, so that a refusal costs little. */
const MAX_HEAD = 64;

export function tokenRule(shape: TokenShape): PrefixRule {
  const { category, prefixes, body, least, isDistinct = false, isMixed = false } = shape;
  const isOfBody = tableOf(body);
  const head = Math.max(least, MAX_HEAD);
  return {
    prefixes,
    isSelfEvident: true,
    match(view, at, prefix) {
      const { text } = view;
      const from = at + prefix.length;
      // Asked first, because something else follows most prefixes without a token.
      if (isOfBody[unitAt(text, from)] !== 1) return null;
      if (!isDistinct && !isEdgeBefore(view, at)) return null;
      const headEnd = bodyEnd(text, from, from + head, isOfBody);
      if (headEnd - from < least || (isMixed && !isMixture(text, from, headEnd))) return null;
      const end = bodyEnd(text, headEnd, from + MAX_TOKEN, isOfBody);
      const match = evident(at, end, category);
      return end - from === MAX_TOKEN ? begun(match, "token") : match;
    },
  };
}

const TABLES = new Map<string, Uint8Array>();

/** Which units a class of characters has, as a table: beginning an expression costs more than looks. */
function tableOf(body: string): Uint8Array {
  const known = TABLES.get(body);
  if (known !== undefined) return known;
  const table = new Uint8Array(UNITS + 1);
  const pattern = new RegExp(body);
  // A class has no unit beyond ASCII, unless it is one of those that say what they do not have.
  const limit = body.startsWith("[^") ? UNITS : ASCII;
  for (let code = 0; code < limit; code += 1) {
    if (pattern.test(String.fromCharCode(code))) table[code] = 1;
  }
  TABLES.set(body, table);
  return table;
}

/** Where what a table has ends, at `most` or at the end of the text. */
function bodyEnd(text: Text, from: number, most: number, isOfBody: Uint8Array): number {
  const limit = Math.min(text.length, most);
  let at = from;
  while (at < limit && isOfBody[text.units[at] as number] === 1) at += 1;
  return at;
}

function isMixture(text: Text, from: number, until: number): boolean {
  if (!hasDigitWithin(text, from, until)) return false;
  for (let at = from; at < until; at += 1) if (hasLetter(kindAt(text, at))) return true;
  return false;
}

/** `pass` as it is written in prose, in titles and in constants. */
export function inEveryCase(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => {
    const lower = word.toLowerCase();
    const title = lower.charAt(0).toUpperCase() + lower.slice(1);
    return [...new Set([lower, title, lower.toUpperCase()])];
  });
}
