/** Which rules are asked at a candidate, and in which order. */
import { invariant } from "@bazaar/kernel";
import { hexCutByPlaceholder } from "./around-hex.ts";
import { Beginnings } from "./candidates.ts";
import type { Category } from "./category.ts";
import { codeAt, DIGIT, isWordAt, kindAt } from "./characters.ts";
import { placeholderEnd } from "./placeholder.ts";
import { longWord, MAX_WORD, SHORTEST_WORD } from "./rules/hex-words.ts";
import { atMark } from "./rules/marks.ts";
import { numberWord } from "./rules/numbers.ts";
import type { PrefixRule } from "./rules/prefix-rule.ts";
import { PREFIX_RULES } from "./rules/table.ts";
import { addAhead, moveFloor, type ScanState } from "./scan-state.ts";
import { isEdgeBefore, type Match } from "./view.ts";

interface Prefixed {
  readonly prefix: string;
  readonly rule: PrefixRule;
  /** The same for all rules of a list that share their prefix, so that it is compared once. */
  readonly bit: number;
  /** The unit of a longer prefix by which most are told apart (`password is`); else -1. */
  readonly ninth: number;
}

const MAX_BITS = 31;
const NINTH = 8;

/** The rules by the first four units of their prefixes, in the order of the table. */
const RULES = new Map<number, readonly Prefixed[]>();
/** Those whose prefix has three units, by these. */
const SHORT_RULES = new Map<number, readonly Prefixed[]>();
const BY_THREE = Map.groupBy(
  PREFIX_RULES.flatMap((rule) => rule.prefixes.map((prefix) => ({ prefix, rule }))),
  ({ prefix }) => prefix.slice(0, 3),
);
for (const alike of BY_THREE.values()) {
  for (const units of new Set(alike.map(({ prefix }) => prefix.slice(0, 4)))) {
    const list = withBits(alike.filter(({ prefix }) => units.startsWith(prefix.slice(0, 4))));
    if (units.length === 4) RULES.set(numberAt(units, 0, 4), list);
    else SHORT_RULES.set(numberAt(units, 0, 3), list);
  }
}

function withBits(list: readonly Pick<Prefixed, "prefix" | "rule">[]): readonly Prefixed[] {
  const distinct = [...new Set(list.map(({ prefix }) => prefix))];
  invariant(distinct.length <= MAX_BITS, `${distinct.length} prefixes begin like ${distinct[0]}`);
  return list.map(({ prefix, rule }) => {
    const ninth = prefix.length > NINTH ? codeAt(prefix, NINTH) : -1;
    return { prefix, rule, bit: 1 << distinct.indexOf(prefix), ninth };
  });
}

function numberAt(text: string, at: number, length: number): number {
  let number = 0;
  for (let index = at; index < at + length; index += 1)
    number = (number << 7) ^ codeAt(text, index);
  return number;
}

/** The rules that may have a prefix here. */
function rulesAt(text: string, at: number): readonly Prefixed[] {
  return RULES.get(numberAt(text, at, 4)) ?? SHORT_RULES.get(numberAt(text, at, 3)) ?? NO_RULES;
}

const NO_RULES: readonly Prefixed[] = [];

export const PREFIXES = new Beginnings([
  ...PREFIX_RULES.flatMap(({ prefixes }) => prefixes),
  "[REDACTED:",
]);

/** The first rule that finds a secret decides. Steps over a placeholder. */
export function matchAtCandidate(scan: ScanState, at: number, isBeginning: boolean): Match | null {
  const match = atWordEnd(scan, at) ?? atMark(scan, at);
  if (match !== null || !isBeginning) return match;
  const end = placeholderEnd(scan.text, at);
  if (end === -1) return atPrefix(scan, at);
  const cut = hexCutByPlaceholder(scan, at, end);
  if (cut === null) moveFloor(scan, end);
  return cut;
}

function atWordEnd(scan: ScanState, end: number): Match | null {
  const { text, wordStart: start } = scan;
  const length = end - start;
  const isTooLong = length === MAX_WORD;
  const mayBeNumber = length > 0 && kindAt(text, end - 1) === DIGIT;
  if (length < SHORTEST_WORD && !mayBeNumber) return null;
  if (isWordAt(text, end) && !isTooLong) return null;
  // What a placeholder stands for may have been part of the word.
  if (placeholderEnd(text, end) !== -1) return null;
  if (isTooLong) scan.wordStart = end;
  if (length >= SHORTEST_WORD) return longWord(scan, start, end);
  return isNumber(text, start, end) ? numberWord(scan, start, end) : null;
}

function isNumber(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (kindAt(text, at) !== DIGIT) return false;
  return true;
}

function atPrefix(scan: ScanState, at: number): Match | null {
  const { text } = scan;
  let asked = 0;
  let there = 0;
  const code = codeAt(text, at + NINTH);
  for (const { prefix, rule, bit, ninth } of rulesAt(text, at)) {
    if (ninth !== -1 && ninth !== code) continue;
    if ((asked & bit) === 0) {
      asked |= bit;
      if (text.startsWith(prefix, at)) there |= bit;
    }
    if ((there & bit) === 0) continue;
    if (rule.command !== undefined && isEdgeBefore(scan, at)) scan.command = rule.command;
    if (rule.ahead !== undefined) addAhead(scan, rule.ahead(scan, at, prefix));
    const match = rule.match(scan, at, prefix);
    if (match !== null) return match;
  }
  return null;
}

/** Tokens without a prefix that are recognised whole. */
const SHAPES: readonly (readonly [RegExp, Category])[] = [
  [/^\d{8,10}:[A-Za-z0-9_-]{35}$/, "telegram-token"],
  [/^[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}$/, "discord-token"],
];

const SHORTEST_SHAPE = 44;

function shapeOf(value: string) {
  return SHAPES.find(([pattern]) => pattern.test(value));
}

/** What the value says itself, where its context only says that it is a secret. */
export function selfEvidentCategory(value: string): Category | null {
  const shape = value.length < SHORTEST_SHAPE ? undefined : shapeOf(value);
  if (shape !== undefined) return shape[1];
  for (const { prefix, rule } of rulesAt(value, 0)) {
    if (rule.isSelfEvident !== true || !value.startsWith(prefix)) continue;
    const match = rule.match({ text: value, floor: -1, command: "" }, 0, prefix);
    if (match !== null && match.end === value.length) return match.category;
  }
  return null;
}
