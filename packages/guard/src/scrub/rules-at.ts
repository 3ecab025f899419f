/** Which rules are asked at a candidate, and in which order. */
import { Beginnings } from "./candidates.ts";
import type { Category } from "./category.ts";
import { DIGIT, isWordAt, kindAt } from "./characters.ts";
import { placeholderEnd } from "./placeholder.ts";
import { longWord, MAX_WORD, SHORTEST_WORD } from "./rules/hex-words.ts";
import { atMark } from "./rules/marks.ts";
import { numberWord } from "./rules/numbers.ts";
import type { PrefixRule } from "./rules/prefix-rule.ts";
import { PREFIX_RULES } from "./rules/table.ts";
import { addAhead, moveFloor, type ScanState } from "./scan-state.ts";
import { isEdgeBefore, type Match } from "./view.ts";

/** Each rule under the first three units of its prefixes, in the order of the table. */
const RULES = new Map<string, { readonly prefix: string; readonly rule: PrefixRule }[]>();
for (const rule of PREFIX_RULES) {
  for (const prefix of rule.prefixes) {
    const key = prefix.slice(0, 3);
    RULES.set(key, [...(RULES.get(key) ?? []), { prefix, rule }]);
  }
}

export const PREFIXES = new Beginnings([...RULES.keys(), "[REDACTED:"]);

/** The first rule that finds a secret decides. Steps over a placeholder. */
export function matchAtCandidate(scan: ScanState, at: number, isBeginning: boolean): Match | null {
  const match = atWordEnd(scan, at) ?? atMark(scan, at);
  if (match !== null || !isBeginning) return match;
  const end = placeholderEnd(scan.text, at);
  if (end === -1) return atPrefix(scan, at);
  moveFloor(scan, end);
  return null;
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
  return /^\d+$/.test(text.slice(start, end)) ? numberWord(scan, start, end) : null;
}

function atPrefix(scan: ScanState, at: number): Match | null {
  const { text } = scan;
  for (const { prefix, rule } of RULES.get(text.slice(at, at + 3)) ?? []) {
    if (!text.startsWith(prefix, at)) continue;
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

/** What the value says itself, where its context only says that it is a secret. */
export function selfEvidentCategory(value: string): Category | null {
  const shape = SHAPES.find(([pattern]) => pattern.test(value));
  if (shape !== undefined) return shape[1];
  for (const { prefix, rule } of RULES.get(value.slice(0, 3)) ?? []) {
    if (rule.isSelfEvident !== true || !value.startsWith(prefix)) continue;
    const match = rule.match({ text: value, floor: -1, command: "" }, 0, prefix);
    if (match !== null && match.end === value.length) return match.category;
  }
  return null;
}
