/**
 * What a place in the text means where three units of some string end: a rule's prefix, a program,
 * a placeholder, or a secret that is known. And what a match becomes before it is redacted: wide
 * enough to cover known secrets that overlap it, under the category its value has had before.
 */
import type { Category } from "./category.ts";
import { type Cursor, jumpTo } from "./cursor.ts";
import {
  type Anchored,
  GRAM_LENGTH,
  GRAM_MASK,
  GRAM_SHIFT,
  gramIndex,
  gramOf,
  MAX_OFFSET,
  standsAt,
} from "./gram-index.ts";
import { type Memory, makeMemory, type Pattern } from "./memory.ts";
import { placeholderEnd } from "./placeholder.ts";
import type { PrefixRule } from "./rules/prefix-rule.ts";
import { PREFIX_RULES } from "./rules/table.ts";
import { type Text, textOf } from "./text.ts";
import { begun, evident, isEdgeBefore, type Match, type View } from "./view.ts";

const RULE = 1;
/** In the filter: three units of a secret that is known, and of no rule. */
export const KNOWN = 2;
const MAX_REMEMBERED_VALUE = 256;
/** Secrets that overlap one another in a chain are followed this far in one step. */
const MAX_WIDENING = 2_048;

const SHORTEST_SHAPE = 44;
/** Tokens without a prefix that are recognised whole. */
const SHAPES: readonly (readonly [RegExp, Category])[] = [
  [/^\d{8,10}:[A-Za-z0-9_-]{35}$/, "telegram-token"],
  [/^[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}$/, "discord-token"],
];

/** What is done where a prefix stands. All have the same fields, so that asking one is cheap. */
interface Question {
  readonly isPlaceholder: boolean;
  readonly command: string | null;
  readonly match: PrefixRule["match"];
}

const RULES = gramIndex<Question>(undefined, RULE);
RULES.add("[REDACTED:", { isPlaceholder: true, command: null, match: () => null });
interface SelfEvident {
  readonly prefix: string;
  readonly rule: PrefixRule;
}
/** By the hash of the first three units. */
const SELF_EVIDENT: (SelfEvident[] | undefined)[] = new Array(GRAM_MASK + 1).fill(undefined);
for (const rule of PREFIX_RULES) {
  const { command = null, match } = rule;
  for (const prefix of rule.prefixes) {
    RULES.add(prefix, { isPlaceholder: false, command, match });
    if (rule.isSelfEvident !== true) continue;
    const gram = gramOf(textOf(prefix), GRAM_LENGTH);
    SELF_EVIDENT[gram] = [...(SELF_EVIDENT[gram] ?? []), { prefix, rule }];
  }
}

export interface Lexicon {
  /** Not 0 for the hash of three units with which something begins that is looked for. */
  readonly filter: Uint8Array;
  /** Asked where the filter says `KNOWN`: whether it may be more than those three units. */
  mayBeKnown(text: Text, end: number): boolean;
  /** Asked where the three units before `end` hash to `gram`. May move the cursor past a placeholder. */
  atGram(text: Text, cursor: Cursor, gram: number, end: number): Match | null;
  /** What is redacted for a match: all of the secret, under the category it had before. */
  completed(view: View, match: Match): Match;
}

export function makeLexicon(known: readonly Pattern[]): Lexicon {
  const filter = RULES.filter.slice();
  const memory = makeMemory(known, filter, KNOWN);
  return {
    filter,
    mayBeKnown: memory.patterns.confirms,
    atGram(text, cursor, gram, end) {
      const bits = filter[gram] as number;
      const secret = (bits & KNOWN) === 0 ? null : knownAt(memory, text, cursor.floor, gram, end);
      if (secret !== null || (bits & RULE) === 0) return secret;
      return ruleAt(text, cursor, gram, end);
    },
    completed: (view, match) => completed(memory, view, match),
  };
}

function ruleAt(text: Text, cursor: Cursor, gram: number, end: number): Match | null {
  const bucket = RULES.at(gram);
  for (let index = 0; index < bucket.length; index += 1) {
    const anchored = bucket[index] as Anchored<Question>;
    if (!standsAt(anchored, text, cursor.floor, end)) continue;
    const { text: prefix, value: question } = anchored;
    const start = end - anchored.reach;
    if (question.isPlaceholder) {
      const after = placeholderEnd(text, start);
      if (after !== -1) jumpTo(cursor, after);
      continue;
    }
    if (question.command !== null) {
      if (isEdgeBefore(cursor, start)) cursor.command = question.command;
      continue;
    }
    const match = question.match(cursor, start, prefix);
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
  // Inside of a match most that stand here are refused by their length alone, which costs less.
  if (within === null && !memory.patterns.confirms(text, end)) return null;
  let longest: Match | null = null;
  const bucket = memory.patterns.at(gram);
  for (let index = 0; index < bucket.length; index += 1) {
    const anchored = bucket[index] as Anchored<Pattern>;
    const start = end - anchored.reach;
    const after = start + anchored.text.length;
    if (within !== null && start >= within.start && after <= within.end) continue;
    if (longest !== null && longest.end >= after) continue;
    if (!standsAt(anchored, text, floor, end)) continue;
    const { category, isCut } = anchored.value;
    longest = isCut
      ? begun(evident(start, after, category), "token")
      : evident(start, after, category);
  }
  return longest;
}

function completed(memory: Memory, view: View, match: Match): Match {
  const wide = memory.patterns.size === 0 ? match : widened(memory, view, match);
  const { start, end, goesOn } = wide;
  if (goesOn !== null || end - start > MAX_REMEMBERED_VALUE) return wide;
  const value = view.text.string.slice(start, end);
  const met = memory.metBefore(value) ?? memory.meet(value, categoryOf(view.text, wide));
  if (wide.isLearned && !met.isLearned) memory.learn(value, met.category);
  return evident(start, end, met.category);
}

/** A known secret may begin inside of what a rule found and end behind it, or the reverse. */
function widened(memory: Memory, { text, floor }: View, match: Match): Match {
  const limit = Math.min(text.length, match.end + MAX_WIDENING);
  const { filter } = memory.patterns;
  const { units } = text;
  let wide = match;
  let until = Math.min(limit, wide.end + MAX_OFFSET);
  let gram = 0;
  for (let at = match.start; at < until; at += 1) {
    gram = ((gram << GRAM_SHIFT) ^ (units[at] as number)) & GRAM_MASK;
    if (((filter[gram] as number) & KNOWN) === 0) continue;
    const known = knownAt(memory, text, floor, gram, at + 1, wide);
    if (known === null || known.start >= wide.end) continue;
    wide = union(wide, known);
    until = Math.min(limit, wide.end + MAX_OFFSET);
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
  if (end - start >= SHORTEST_SHAPE) {
    const value = text.string.slice(start, end);
    const shape = SHAPES.find(([pattern]) => pattern.test(value));
    if (shape !== undefined) return shape[1];
  }
  if (end - start < GRAM_LENGTH) return category;
  for (const { prefix, rule } of SELF_EVIDENT[gramOf(text, start + GRAM_LENGTH)] ?? []) {
    if (!text.string.startsWith(prefix, start)) continue;
    const match = rule.match({ text, floor: -1, command: "" }, start, prefix);
    if (match !== null && match.end >= end) return match.category;
  }
  return category;
}
