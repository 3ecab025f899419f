/**
 * What a place in the text means where three units of some string end: a rule's prefix, a program,
 * a placeholder, or a secret that is known. And what a match becomes before it is redacted: wide
 * enough to cover known secrets that overlap it, under the category its value has had before.
 */
import type { Category } from "./category.ts";
import { type Cursor, jumpTo } from "./cursor.ts";
import { GRAM_MASK, GRAM_SHIFT, gramIndex, MAX_OFFSET } from "./gram-index.ts";
import { type Memory, makeMemory, type Pattern } from "./memory.ts";
import { placeholderEnd } from "./placeholder.ts";
import type { PrefixRule } from "./rules/prefix-rule.ts";
import { PREFIX_RULES } from "./rules/table.ts";
import { isEdgeBefore, type Match, type View } from "./view.ts";

const [RULE, KNOWN] = [1, 2];
const MAX_REMEMBERED_VALUE = 256;
/** Secrets that overlap one another in a chain are followed this far in one step. */
const MAX_WIDENING = 2_048;

const SHORTEST_SHAPE = 44;
/** Tokens without a prefix that are recognised whole. */
const SHAPES: readonly (readonly [RegExp, Category])[] = [
  [/^\d{8,10}:[A-Za-z0-9_-]{35}$/, "telegram-token"],
  [/^[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}$/, "discord-token"],
];

const PLACEHOLDER: PrefixRule = { prefixes: ["[REDACTED:"], match: () => null };
const RULES = gramIndex<PrefixRule>(undefined, RULE);
const SELF_EVIDENT = new Map<string, PrefixRule[]>();
for (const rule of [PLACEHOLDER, ...PREFIX_RULES]) {
  for (const prefix of rule.prefixes) {
    RULES.add(prefix, rule);
    if (rule.isSelfEvident !== true) continue;
    const three = prefix.slice(0, 3);
    SELF_EVIDENT.set(three, [...(SELF_EVIDENT.get(three) ?? []), rule]);
  }
}

export interface Judge {
  readonly filter: Uint8Array;
  /** Asked where the three units before `end` hash to `gram`. May move the cursor past a placeholder. */
  atGram(text: string, cursor: Cursor, gram: number, end: number): Match | null;
  settle(view: View, match: Match): Match;
}

export function makeJudge(known: readonly Pattern[]): Judge {
  const filter = RULES.filter.slice();
  const memory = makeMemory(known, filter, KNOWN);
  return {
    filter,
    atGram(text, cursor, gram, end) {
      const bits = filter[gram] ?? 0;
      const secret = (bits & KNOWN) === 0 ? null : knownAt(memory, text, cursor.floor, gram, end);
      if (secret !== null || (bits & RULE) === 0) return secret;
      return ruleAt(text, cursor, gram, end);
    },
    settle: (view, match) => settle(memory, view, match),
  };
}

function ruleAt(text: string, cursor: Cursor, gram: number, end: number): Match | null {
  for (const { text: prefix, reach, value: rule } of RULES.at(gram)) {
    const start = end - reach;
    if (start < 0 || start < cursor.floor || !text.startsWith(prefix, start)) continue;
    if (rule === PLACEHOLDER) {
      const after = placeholderEnd(text, start);
      if (after !== -1) jumpTo(cursor, after);
      continue;
    }
    if (rule.command !== undefined) {
      if (isEdgeBefore(cursor, start)) cursor.command = rule.command;
      continue;
    }
    const match = rule.match(cursor, start);
    if (match !== null) return match;
  }
  return null;
}

/** The longest known secret that has its three units here and is not already `within` a match. */
function knownAt(
  memory: Memory,
  text: string,
  floor: number,
  gram: number,
  end: number,
  within: Match | null = null,
): Match | null {
  let longest: Match | null = null;
  if (!memory.patterns.confirms(text, end)) return null;
  for (const { text: secret, reach, value } of memory.patterns.at(gram)) {
    const start = end - reach;
    if (start < 0 || start < floor) continue;
    if (within !== null && start >= within.start && start + secret.length <= within.end) continue;
    if (!text.startsWith(secret, start)) continue;
    if (longest !== null && longest.end >= start + secret.length) continue;
    const match = { start, end: start + secret.length, category: value.category };
    longest = value.isCut ? { ...match, goesOn: "token" } : match;
  }
  return longest;
}

function settle(memory: Memory, view: View, match: Match): Match {
  const wide = memory.patterns.size === 0 ? match : widened(memory, view, match);
  const { start, end, goesOn } = wide;
  if (goesOn !== undefined || end - start > MAX_REMEMBERED_VALUE) return wide;
  const value = view.text.slice(start, end);
  const isLearned = wide.isLearned === true;
  const proposed = (isLearned ? evident(view.text, start, end, value) : null) ?? wide.category;
  const category = memory.categoryOf(value, proposed);
  if (isLearned) memory.learn(value, category);
  return { start, end, category };
}

/** A known secret may begin inside of what a rule found and end behind it, or the reverse. */
function widened(memory: Memory, { text, floor }: View, match: Match): Match {
  const limit = Math.min(text.length, match.end + MAX_WIDENING);
  const { filter } = memory.patterns;
  let wide = match;
  let gram = 0;
  for (let at = match.start; at < wide.end + MAX_OFFSET && at < limit; at += 1) {
    gram = ((gram << GRAM_SHIFT) ^ text.charCodeAt(at)) & GRAM_MASK;
    if (((filter[gram] as number) & KNOWN) === 0) continue;
    const known = knownAt(memory, text, floor, gram, at + 1, wide);
    if (known !== null && known.start < wide.end) wide = union(wide, known);
  }
  return wide;
}

function union(match: Match, known: Match): Match {
  if (known.start >= match.start && known.end <= match.end) return match;
  const last = known.end > match.end ? { ...match, goesOn: known.goesOn } : match;
  const start = Math.min(match.start, known.start);
  const end = Math.max(match.end, known.end);
  const { goesOn, ...rest } = last;
  return goesOn === undefined ? { ...rest, start, end } : { ...rest, start, end, goesOn };
}

/** What the value says itself, where its surroundings only say that it is a secret. */
function evident(text: string, start: number, end: number, value: string): Category | null {
  if (value.length >= SHORTEST_SHAPE) {
    const shape = SHAPES.find(([pattern]) => pattern.test(value));
    if (shape !== undefined) return shape[1];
  }
  const rules = SELF_EVIDENT.get(value.slice(0, 3));
  if (rules === undefined) return null;
  for (const rule of rules) {
    const match = rule.match({ text, floor: -1, command: "" }, start);
    if (match !== null && match.end >= end) return match.category;
  }
  return null;
}
