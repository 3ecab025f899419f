/**
 * What a place in the text means where three units of some string end: a rule's prefix, a program,
 * a placeholder, or a secret that is known. And what a match becomes before it is redacted: wide
 * enough to cover known secrets that overlap it, under the category its value has had before.
 */
import type { Category } from "./category.ts";
import type { Cursor } from "./cursor.ts";
import * as cursors from "./cursor.ts";
import * as grams from "./gram.ts";
import * as strings from "./gram-index.ts";
import * as lists from "./gram-lists.ts";
import type { Memory, Pattern } from "./memory.ts";
import * as memories from "./memory.ts";
import * as placeholders from "./placeholder.ts";
import type { PrefixRule } from "./rules/prefix-rule.ts";
import { PREFIX_RULES } from "./rules/table.ts";
import { type Text, textOf } from "./text.ts";
import * as values from "./value-table.ts";
import type { Match, View } from "./view.ts";
import * as views from "./view.ts";

// Bound here once: what is imported is fetched and checked again at each use.
const { jumpTo } = cursors;
const { GRAM_LENGTH, GRAMS, gramOf, nextGram } = grams;
const {
  addString,
  confirms,
  firstOf,
  gramIndex,
  isString,
  lengthOf,
  mayJoin,
  mayStandAt,
  nextOf,
  reachOf,
  standsAt,
} = strings;
const { mayReachOut } = lists;
const { isRemembered, learn, makeMemory, meet } = memories;
const { placeholderEnd } = placeholders;
const { findValue, isFound } = values;
const { begun, evident, isEdgeBefore } = views;

/** In the filter: three units of a rule's prefix, and of a secret that is known. */
const RULE = 1;
const KNOWN = 2;

/** Secrets that overlap one another in a chain are followed this far in one step. */
const MAX_WIDENING = 2_048;

interface Shape {
  readonly pattern: RegExp;
  readonly shortest: number;
  readonly longest: number;
  readonly category: Category;
}

/** Tokens without a prefix that are recognised whole. */
const SHAPES: readonly Shape[] = [
  {
    pattern: /^\d{8,10}:[A-Za-z0-9_-]{35}$/,
    shortest: 44,
    longest: 46,
    category: "telegram-token",
  },
  {
    pattern: /^[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}$/,
    shortest: 59,
    longest: 76,
    category: "discord-token",
  },
];

/** What is done where a prefix stands. All have the same fields, so that asking one is cheap. */
interface Question {
  readonly prefix: string;
  readonly isPlaceholder: boolean;
  readonly command: string | null;
  readonly match: PrefixRule["match"];
}

const RULES = gramIndex(undefined, RULE);
/** By the number of a prefix. */
const QUESTIONS: Question[] = [];
ask({ prefix: "[REDACTED:", isPlaceholder: true, command: null, match: () => null });

function ask(question: Question): void {
  const added = addString(RULES, textOf(question.prefix));
  if (isString(added)) QUESTIONS[added] = question;
}

interface SelfEvident {
  readonly prefix: string;
  readonly rule: PrefixRule;
}
/** By the hash of the first three units. */
const SELF_EVIDENT: (SelfEvident[] | undefined)[] = new Array(GRAMS).fill(undefined);
for (const rule of PREFIX_RULES) {
  const { command = null, match } = rule;
  for (const prefix of rule.prefixes) {
    ask({ prefix, isPlaceholder: false, command, match });
    if (rule.isSelfEvident !== true) continue;
    const gram = gramOf(textOf(prefix), GRAM_LENGTH);
    SELF_EVIDENT[gram] = [...(SELF_EVIDENT[gram] ?? []), { prefix, rule }];
  }
}

export interface Lexicon {
  /** Not 0 for the hash of three units with which something begins that is looked for. */
  readonly filter: Uint8Array;
  readonly memory: Memory;
}

export function makeLexicon(known: readonly Pattern[]): Lexicon {
  const filter = RULES.filter.slice();
  return { filter, memory: makeMemory(known, filter, KNOWN) };
}

/** What a look at few units says of a place: nothing, a secret, or a rule's prefix, counted from 1. */
export const NOTHING = 0;
const A_SECRET = -1;

/** Asked where the filter says something of three units: it refuses most, and costs least. */
export function likelyBefore(
  { filter, memory }: Lexicon,
  text: Text,
  gram: number,
  end: number,
): number {
  const bits = filter[gram] as number;
  if ((bits & KNOWN) !== 0 && confirms(memory.patterns, text, end)) return A_SECRET;
  if ((bits & RULE) === 0) return NOTHING;
  for (let prefix = firstOf(RULES, gram); isString(prefix); prefix = nextOf(RULES, prefix)) {
    if (mayStandAt(RULES, prefix, text, end)) return prefix;
  }
  return NOTHING;
}

/**
 * Asked where the three units before `end` hash to `gram`, and something is likely. May move the
 * cursor past a placeholder.
 */
export function atGram(
  { filter, memory }: Lexicon,
  text: Text,
  cursor: Cursor,
  gram: number,
  end: number,
  likely: number,
): Match | null {
  if (likely !== A_SECRET) return ruleAt(text, cursor, likely, end);
  const secret = knownAt(memory, text, cursor.floor, gram, end);
  if (secret !== null || ((filter[gram] as number) & RULE) === 0) return secret;
  return ruleAt(text, cursor, firstOf(RULES, gram), end);
}

/** Asks the rules of the list that has this prefix, from it on. */
function ruleAt(text: Text, cursor: Cursor, first: number, end: number): Match | null {
  for (let prefix = first; isString(prefix); prefix = nextOf(RULES, prefix)) {
    if (!mayStandAt(RULES, prefix, text, end)) continue;
    if (!standsAt(RULES, prefix, text, cursor.floor, end)) continue;
    const question = QUESTIONS[prefix] as Question;
    const start = end - reachOf(RULES, prefix);
    if (question.isPlaceholder) {
      const after = placeholderEnd(text, start);
      if (after !== -1) jumpTo(cursor, after);
      continue;
    }
    if (question.command !== null) {
      if (isEdgeBefore(cursor, start)) cursor.command = question.command;
      continue;
    }
    const match = question.match(cursor, start, question.prefix);
    if (match !== null) return match;
  }
  return null;
}

/** The longest known secret that has its three units here and is not already `within` a match. */
function knownAt(
  memory: Memory,
  text: Text,
  floor: number,
  gram: number,
  end: number,
  within: Match | null = null,
): Match | null {
  const { patterns } = memory;
  let longest: Match | null = null;
  let pattern = firstOf(patterns, gram);
  for (; isString(pattern); pattern = nextOf(patterns, pattern)) {
    if (!mayStandAt(patterns, pattern, text, end)) continue;
    const start = end - reachOf(patterns, pattern);
    const after = start + lengthOf(patterns, pattern);
    if (within !== null && start >= within.start && after <= within.end) continue;
    if (longest !== null && longest.end >= after) continue;
    if (!standsAt(patterns, pattern, text, floor, end)) continue;
    const whole = evident(start, after, memory.patternCategories[pattern] as Category);
    longest = memory.cutPatterns.has(pattern) ? begun(whole, "token") : whole;
  }
  return longest;
}

/** What is redacted for a match: all of the secret, under the category it had before. */
export function completed({ memory }: Lexicon, view: View, match: Match): Match {
  const wide = memory.patterns.size === 0 ? match : widened(memory, view, match);
  const { start, end, goesOn, isLearned } = wide;
  if (goesOn !== null || !isRemembered(end - start)) return wide;
  const { text } = view;
  const value = findValue(memory.values, text, start, end);
  if (!isFound(value)) {
    const category = categoryOf(text, wide);
    meet(memory, text, start, end, category, isLearned);
    return under(wide, category);
  }
  if (isLearned) learn(memory, value, text, start, end);
  return under(wide, memory.valueCategories[value] as Category);
}

/** The same match, if that is its category already: nearly always it is. */
function under(match: Match, category: Category): Match {
  return match.category === category ? match : evident(match.start, match.end, category);
}

/** A known secret may begin inside of what a rule found and end behind it, or the reverse. */
function widened(memory: Memory, { text, floor }: View, match: Match): Match {
  const limit = Math.min(text.length, match.end + MAX_WIDENING);
  const { patterns } = memory;
  // What reaches over an edge of the match holds the units on both sides of it.
  if (!mayJoin(patterns, text, match.start) && !mayJoin(patterns, text, match.end)) return match;
  const { longestReach } = patterns;
  const { units } = text;
  let wide = match;
  let until = Math.min(limit, wide.end + longestReach);
  let gram = 0;
  for (let at = match.start; at < until; at += 1) {
    gram = nextGram(gram, units[at] as number);
    if (!mayReachOut(patterns.lists, gram, at + 1, wide.start, wide.end)) continue;
    const known = knownAt(memory, text, floor, gram, at + 1, wide);
    if (known === null || known.start >= wide.end) continue;
    wide = union(wide, known);
    until = Math.min(limit, wide.end + longestReach);
  }
  return wide;
}

function union(match: Match, known: Match): Match {
  if (known.start >= match.start && known.end <= match.end) return match;
  const { category, isLearned } = match;
  const start = Math.min(match.start, known.start);
  return known.end > match.end
    ? { start, end: known.end, category, isLearned, goesOn: known.goesOn }
    : { start, end: match.end, category, isLearned, goesOn: match.goesOn };
}

/** What the value says itself, where its surroundings only say that it is a secret. */
function categoryOf(text: Text, { start, end, category, isLearned }: Match): Category {
  if (!isLearned) return category;
  const length = end - start;
  for (const { pattern, shortest, longest, category: shape } of SHAPES) {
    if (length < shortest || length > longest) continue;
    if (pattern.test(text.string.slice(start, end))) return shape;
  }
  if (length < GRAM_LENGTH) return category;
  for (const { prefix, rule } of SELF_EVIDENT[gramOf(text, start + GRAM_LENGTH)] ?? []) {
    if (!text.string.startsWith(prefix, start)) continue;
    const match = rule.match({ text, floor: -1, command: "" }, start, prefix);
    if (match !== null && match.end >= end) return match.category;
  }
  return category;
}
