/** The form of rule for secrets that a phrase introduces, and what such a secret must look like. */
import type { Category } from "../category.ts";
import * as characters from "../characters.ts";
import * as plainValues from "../plain-value.ts";
import type { Text } from "../text.ts";
import * as heads from "../value-head.ts";
import * as spans from "../value-span.ts";
import type { Match, View } from "../view.ts";
import * as views from "../view.ts";
import type { PrefixRule } from "./prefix-rule.ts";

// Bound here once: what is imported is fetched and checked again at each use.
const { isHexAt, isWordAt, unitAt } = characters;
const { isPlainValue } = plainValues;
const { beginsLikeToken, beginsPlainly, HEAD, mayBeginToken } = heads;
const { valueSpan, valueStart } = spans;
const { isEdgeBefore, matchEnd, named } = views;

interface Introduction {
  readonly prefixes: readonly string[];
  /**
   * Where the value begins, or -1: an expression for the whole phrase, or, where the prefix is all
   * of the phrase, a look at what stands behind it, which costs a tenth.
   */
  readonly pattern: RegExp | ((text: Text, behind: number, at: number) => number);
  readonly category?: Category;
  /** `argument`: anything. `prose`: no word. `token`: only what looks like one, hex included. */
  readonly value?: "argument" | "prose" | "token";
}

export function introduced(introduction: Introduction): PrefixRule {
  const { prefixes, pattern, category = "password", value = "argument" } = introduction;
  const beginOf =
    typeof pattern === "function"
      ? (text: Text, at: number, prefix: string) => pattern(text, at + prefix.length, at)
      : (text: Text, at: number) => matchEnd(pattern, text, at);
  return {
    prefixes,
    match(view, at, prefix) {
      const begin = isEdgeBefore(view, at) ? beginOf(view.text, at, prefix) : -1;
      return begin === -1 ? null : valueAt(view, begin, category, value);
    },
  };
}

const [BLANK, QUOTE, APOSTROPHE] = [32, 34, 39];

/** A string, with a blank before it or none. */
export function aString(text: Text, behind: number): number {
  const at = unitAt(text, behind) === BLANK ? behind + 1 : behind;
  return isStringQuote(unitAt(text, at)) ? at : -1;
}

/** A string that follows at once. */
export function aQuote(text: Text, behind: number): number {
  return isStringQuote(unitAt(text, behind)) ? behind : -1;
}

/** A word, with a quote before it or none. */
export function aWord(text: Text, behind: number): number {
  const at = isStringQuote(unitAt(text, behind)) ? behind + 1 : behind;
  return isWordAt(text, at) ? at : -1;
}

export function anything(_text: Text, behind: number): number {
  return behind;
}

export function isStringQuote(code: number): boolean {
  return code === QUOTE || code === APOSTROPHE;
}

const SHORTEST_HEX = 32;
const HEX = /^[0-9a-f]{32,128}(?![\w-])/i;

function valueAt(
  { text }: View,
  from: number,
  category: Category,
  value: "argument" | "prose" | "token",
): Match | null {
  const begin = valueStart(text, from);
  // Asked first, because a look at the length refuses most.
  if (value === "token" && !mayBeginToken(text, begin.start)) return null;
  if (beginsPlainly(text, begin.start, begin.quote !== "")) return null;
  const { start, end, isQuoted } = valueSpan(text, begin);
  if (value === "token" && !beginsLikeToken(text, start, end) && !isHex(text, start, end)) {
    return null;
  }
  const surroundings = { isQuoted, isProse: value === "prose", isSetting: false };
  if (isPlainValue(text, start, end, surroundings)) return null;
  return named(start, end, category);
}

function isHex(text: Text, start: number, end: number): boolean {
  if (end - start < SHORTEST_HEX || !isHexAt(text, start)) return false;
  return HEX.test(text.string.slice(start, Math.min(end, start + HEAD)));
}
