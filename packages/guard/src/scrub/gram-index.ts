/**
 * Many strings looked for in one pass: each is found by three of its characters.
 *
 * The scan keeps a hash of the last three units and asks one table whether any string has them.
 * For each string the index chooses, near its beginning, the three that the fewest others share,
 * and a bucket never holds more than `MAX_IN_BUCKET`: so the work at one place has a bound, however
 * many strings there are and whatever the text is.
 */
import { unitAt } from "./characters.ts";
import { type Text, textWriter } from "./text.ts";

const GRAM_BITS = 15;
export const GRAM_MASK = (1 << GRAM_BITS) - 1;
export const GRAM_SHIFT = 5;
export const GRAM_LENGTH = 3;
/** How far from its beginning a string may be anchored. */
export const MAX_OFFSET = 24;
const MAX_IN_BUCKET = 64;
/** With thousands of strings three units are shared by chance; five hardly ever are. */
export const CONFIRMED_LENGTH = 5;
const CONFIRM_BITS = 20;
const CONFIRM_MASK = (1 << CONFIRM_BITS) - 1;

/** The string that is added; nothing of it is kept. */
const written = textWriter();
const NONE_CONFIRMED = new Uint8Array(0);
const NO_SLOTS = new Uint16Array(0);

export interface Anchored<T> {
  readonly text: string;
  /** Its first and last units: comparing two numbers is cheaper than comparing strings. */
  readonly first: number;
  readonly last: number;
  /** Units from the beginning of the string to the end of its three. */
  readonly reach: number;
  readonly value: T;
}

export interface GramIndex<T> {
  /** How many strings it holds. */
  readonly size: number;
  /** Not 0 where some string may have its three units ending. */
  readonly filter: Uint8Array;
  /** Whether five units of some string may end before `end`. Only asked where all are as long. */
  confirms(text: Text, end: number): boolean;
  /** False when every bucket it could go to is full. */
  add(text: string, value: T, maxInBucket?: number): boolean;
  /** Strings whose three units may be the ones that end before `end`. */
  at(gram: number): readonly Anchored<T>[];
}

export function gramIndex<T>(
  filter: Uint8Array = new Uint8Array(GRAM_MASK + 1),
  bit = 1,
  shortest = GRAM_LENGTH,
): GramIndex<T> {
  // One bit for each hash of five units. Neither table is made before there is a string.
  let confirmed = NONE_CONFIRMED;
  // A gram's number in the list of buckets; the first bucket is that of all grams without strings.
  let slots = NO_SLOTS;
  const buckets: Anchored<T>[][] = [[]];
  const bucketOf = (gram: number) => buckets[slots[gram] ?? 0] ?? [];
  let size = 0;
  return {
    filter,
    get size() {
      return size;
    },
    confirms(text, end) {
      const hash = confirmationOf(text, end);
      return ((confirmed[hash >> 3] as number) & (1 << (hash & 7))) !== 0;
    },
    at: bucketOf,
    add(text, value, maxInBucket = MAX_IN_BUCKET) {
      if (size === 0) {
        slots = new Uint16Array(GRAM_MASK + 1);
        if (shortest >= CONFIRMED_LENGTH) confirmed = new Uint8Array(1 << (CONFIRM_BITS - 3));
      }
      const units = written(text);
      const reach = leastShared(units, (gram) => bucketOf(gram).length, shortest);
      const gram = gramOf(units, reach);
      if (slots[gram] === 0) slots[gram] = buckets.push([]) - 1;
      const bucket = bucketOf(gram);
      if (bucket.length >= maxInBucket) return false;
      bucket.push({
        text,
        first: text.charCodeAt(0),
        last: text.charCodeAt(text.length - 1),
        reach,
        value,
      });
      const hash = confirmationOf(units, reach);
      confirmed[hash >> 3] = (confirmed[hash >> 3] ?? 0) | (1 << (hash & 7));
      size += 1;
      filter[gram] = (filter[gram] ?? 0) | bit;
      return true;
    },
  };
}

/** Whether the string stands where its three units end before `end`, at `floor` or behind it. */
export function standsAt<T>(
  { text, first, last, reach }: Anchored<T>,
  whole: Text,
  floor: number,
  end: number,
): boolean {
  const start = end - reach;
  if (start < 0 || start < floor || unitAt(whole, start) !== first) return false;
  return unitAt(whole, start + text.length - 1) === last && whole.string.startsWith(text, start);
}

/** The hash of the three units that end before `end`, as the scan computes it. */
export function gramOf(text: Text, end: number): number {
  let gram = 0;
  for (let at = end - GRAM_LENGTH; at < end; at += 1) {
    gram = ((gram << GRAM_SHIFT) ^ (text.units[at] as number)) & GRAM_MASK;
  }
  return gram;
}

/** The hash of the five units that end before `end`. Written out, because it is asked most. */
function confirmationOf({ units }: Text, end: number): number {
  if (end < CONFIRMED_LENGTH) return 0;
  const first = ((units[end - 5] as number) << 16) ^ ((units[end - 4] as number) << 12);
  const middle = ((units[end - 3] as number) << 8) ^ ((units[end - 2] as number) << 4);
  return (first ^ middle ^ (units[end - 1] as number)) & CONFIRM_MASK;
}

/** How often each gram occurs in the string that is looked at; all 0 in between. */
const occurrences = new Uint8Array(GRAM_MASK + 1);
const TWICE = 2;

/**
 * Three units that occur once in a string are preferred: a string that repeats itself would
 * otherwise be compared again at every repetition of a text that repeats itself too. And three
 * that are no part of a word: those occur in every text.
 */
function leastShared(text: Text, sharersOf: (gram: number) => number, shortest: number): number {
  countGrams(text, 1);
  const last = Math.min(text.length, MAX_OFFSET);
  let best = shortest;
  let bestCost = Number.POSITIVE_INFINITY;
  for (let end = shortest; end <= last && bestCost > 0; end += 1) {
    const gram = gramOf(text, end);
    const isRepeated = occurrences[gram] === TWICE;
    const cost = sharersOf(gram) * 4 + (isRepeated ? 2 : 0) + (isCommon(text, end) ? 3 : 0);
    if (cost < bestCost) [best, bestCost] = [end, cost];
  }
  countGrams(text, 0);
  return best;
}

/** Counts up to two from `first`; with 0, forgets what was counted. */
function countGrams(text: Text, first: 0 | 1): void {
  let gram = 0;
  for (let at = 0; at < text.length; at += 1) {
    gram = ((gram << GRAM_SHIFT) ^ (text.units[at] as number)) & GRAM_MASK;
    if (at < GRAM_LENGTH - 1) continue;
    occurrences[gram] = first === 0 || occurrences[gram] === 0 ? first : TWICE;
  }
}

/** Three small letters, or three times the same unit. */
function isCommon({ units }: Text, end: number): boolean {
  const [a, b, c] = [units[end - 3] as number, units[end - 2] as number, units[end - 1] as number];
  return (a === b && b === c) || (isSmall(a) && isSmall(b) && isSmall(c));
}

function isSmall(code: number): boolean {
  return code >= 97 && code <= 122;
}
