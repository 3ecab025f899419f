/**
 * The values one scrubber knows: secrets it was given, and values it has found. A value keeps the
 * category under which it was found first; one that its context gave away is redacted without the
 * context from then on. All lists have a maximum, so that no text can make them grow forever.
 */
import { Beginnings } from "./candidates.ts";
import type { Category } from "./category.ts";
import { codeAt } from "./characters.ts";
import type { Match } from "./view.ts";

export interface KnownValue {
  readonly text: string;
  readonly category: Category;
  /** The text is only the beginning of a longer secret. */
  readonly isCut: boolean;
}

export interface Values {
  /** How known values and prefixes begin. */
  readonly beginnings: Beginnings;
  /** The longest known value that begins here. */
  longestAt(text: string, at: number): Match | null;
  /** The category under which this value was found first; `proposed` if this is the first time. */
  categoryOf(value: string, proposed: Category): Category;
  /** Redacts the value from now on wherever it stands. */
  learn(value: string, category: Category): void;
}

const MAX_REMEMBERED = 16_384;
const LONGEST_REMEMBERED = 256;
const MAX_LEARNED = 4_096;
const SHORTEST_LEARNED = 8;
/** Few, because the author of the text chooses what is learned, and could choose look-alikes. */
const MAX_LEARNED_ALIKE = 4;
/** Values are found by their first characters; long ones by more of them. */
const [SHORT_KEY, LONG_KEY] = [6, 16];

/** `prefixes` are looked for together with the values. */
export function makeValues(known: readonly KnownValue[], prefixes: Beginnings): Values {
  const byKey = new Map<number, KnownValue[]>();
  const beginnings = new Beginnings([], prefixes);
  const categories = new Map<string, Category>();
  const learned = new Set<string>();

  const add = (value: KnownValue, maxAlike: number): boolean => {
    const { text } = value;
    const shortKey = keyAt(text, 0, SHORT_KEY);
    const isLong = text.length >= LONG_KEY;
    const key = isLong ? keyAt(text, 0, LONG_KEY) : shortKey;
    const alike = byKey.get(key) ?? [];
    if (alike.length >= maxAlike) return false;
    byKey.set(key, [...alike, value]);
    if (isLong && !byKey.has(shortKey)) byKey.set(shortKey, []);
    beginnings.add(text);
    return true;
  };
  const longestAt = (text: string, start: number): Match | null => {
    if (byKey.size === 0 || !beginnings.mayBeginAt(text, start)) return null;
    const short = byKey.get(keyAt(text, start, SHORT_KEY));
    if (short === undefined) return null;
    const long = byKey.get(keyAt(text, start, LONG_KEY));
    const longest = longestOf(long, text, start, longestOf(short, text, start, null));
    if (longest === null) return null;
    const match = { start, end: start + longest.text.length, category: longest.category };
    return longest.isCut ? { ...match, goesOn: "token" } : match;
  };
  for (const value of known) {
    if (categories.has(value.text)) continue;
    categories.set(value.text, value.category);
    add(value, Number.POSITIVE_INFINITY);
  }
  return {
    beginnings,
    longestAt,
    categoryOf(value, proposed) {
      const first = categories.get(value);
      if (first !== undefined) return first;
      if (value.length <= LONGEST_REMEMBERED && categories.size < MAX_REMEMBERED) {
        categories.set(value, proposed);
      }
      return proposed;
    },
    learn(value, category) {
      if (!isWorthLearning(value) || learned.has(value) || learned.size >= MAX_LEARNED) return;
      const isAdded = add({ text: value, category, isCut: false }, MAX_LEARNED_ALIKE);
      if (isAdded) learned.add(value);
    },
  };
}

function longestOf(
  values: readonly KnownValue[] | undefined,
  text: string,
  start: number,
  best: KnownValue | null,
): KnownValue | null {
  let longest = best;
  for (const value of values ?? []) {
    if (longest !== null && longest.text.length >= value.text.length) continue;
    if (text.startsWith(value.text, start)) longest = value;
  }
  return longest;
}

/** A number for the first characters, which costs a third of a string of them. */
function keyAt(text: string, at: number, length: number): number {
  let key = 0;
  for (let index = at; index < at + length; index += 1) {
    key = (Math.imul(key, 31) + codeAt(text, index)) | 0;
  }
  return key;
}

/** A word of letters or a short number would be found in places that have nothing to do with it. */
function isWorthLearning(value: string): boolean {
  if (value.length < SHORTEST_LEARNED || value.length > LONGEST_REMEMBERED) return false;
  if (/^[A-Za-z_.\s-]+$/.test(value)) return value.length >= 20;
  return !/^[\d.:-]+$/.test(value) || value.length >= 12;
}
