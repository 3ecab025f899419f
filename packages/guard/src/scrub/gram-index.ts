/**
 * Many strings looked for in one pass: each is found by three of its characters.
 *
 * The scan keeps a hash of the last three units and asks one table whether any string has them.
 * For each string the index chooses, near its beginning, the three that the fewest others share,
 * and a list of strings with the same three is never longer than its maximum: so the work at one
 * place has a bound, however many strings there are and whatever the text is.
 *
 * Everything is a number in a table. Whoever writes the text can make every place look like the
 * beginning of some string, and then each comparison of strings would be paid for at every place.
 */
import * as grams from "./gram.ts";
import { areShared, leastShared } from "./gram-choice.ts";
import type { GramLists } from "./gram-lists.ts";
import * as lists from "./gram-lists.ts";
import type { Text } from "./text.ts";

// Bound here once: what is imported is fetched and checked again at each use.
const { GRAM_LENGTH, GRAMS, gramOf } = grams;
const { firstIn, gramLists, makeNumbers, putInList, sharersOf } = lists;

const MAX_IN_LIST = 64;
/** With thousands of strings three units are shared by chance; five hardly ever are. */
const CONFIRMED = 5;
/** The shortest string there may be in an index that confirms. */
export const SHORTEST_CONFIRMED = CONFIRMED;
/** Of the hash of five units, where there are few strings and where there are many. */
const [FEW_BITS, MANY_BITS] = [17, 20];
const FEW = 4_096;
/** Two units of one byte each have a place of their own. */
const PAIR_SHIFT = 8;
const PAIR_MASK = (1 << (PAIR_SHIFT * 2)) - 1;

/** Strings are numbered from 1 in the order in which they were added. */
const NO_STRING = 0;

/** One row of numbers for each string, so that asking about one stays close in memory. */
const ROW_BITS = 3;
/** The next string with the same three units. */
const NEXT = 0;
/** Units from the beginning of the string to the end of its three. */
const REACH = 1;
const LENGTH = 2;
/** Where its units begin among the units of all. */
const UNITS_AT = 3;
/**
 * A place in the string, counted from the end of its three units, and the unit there: by this one
 * it differs from another string in the same list.
 */
const TELLING_AT = 4;
const TELLING = 5;

export interface GramIndex {
  /** How many strings it holds. */
  size: number;
  /** Not 0 where some string may have its three units ending. */
  readonly filter: Uint8Array;
  readonly bit: number;
  /** The length of the shortest string there may be. */
  readonly shortest: number;
  /** The most units from the beginning of a string to the end of its three. */
  longestReach: number;
  readonly lists: GramLists;
  /** One bit for each hash of five units. */
  confirmed: Uint8Array;
  readonly confirmMask: number;
  /** One bit for each two units that stand side by side in some string. */
  pairs: Uint8Array;
  rows: Int32Array;
  units: Uint16Array;
  unitsUsed: number;
}

/** Its larger tables are not made before there is a string: most scrubbers never learn one. */
export function gramIndex(
  filter: Uint8Array = new Uint8Array(GRAMS),
  bit = 1,
  shortest = GRAM_LENGTH,
  expected = 0,
): GramIndex {
  return {
    size: 0,
    filter,
    bit,
    shortest,
    longestReach: 0,
    lists: gramLists(),
    confirmMask: (1 << (expected > FEW ? MANY_BITS : FEW_BITS)) - 1,
    confirmed: new Uint8Array(0),
    pairs: new Uint8Array(0),
    rows: new Int32Array(16 << ROW_BITS),
    units: new Uint16Array(256),
    unitsUsed: 0,
  };
}

/** The number of the string that stands here, once it is added, or none where the list is full. */
export function addString(
  index: GramIndex,
  text: Text,
  start = 0,
  end = text.length,
  maxInList = MAX_IN_LIST,
): number {
  if (index.size === 0) makeTables(index);
  const { shortest, lists } = index;
  if (areShared(text, start, end, shortest, lists, maxInList)) return NO_STRING;
  const reach = leastShared(text, start, end, shortest, lists);
  const gram = gramOf(text, start + reach);
  if (sharersOf(lists, gram) >= maxInList) return NO_STRING;
  index.size += 1;
  const added = index.size;
  const length = end - start;
  writeRow(index, text, start, length, reach);
  // At the end of its list: of two strings of which both could be meant, the one added first is.
  const last = putInList(lists, gram, added, reach, length - reach);
  if (last !== NO_STRING) {
    index.rows[(last << ROW_BITS) + NEXT] = added;
    tellApart(index, last, added);
  }
  index.filter[gram] = (index.filter[gram] as number) | index.bit;
  index.longestReach = Math.max(index.longestReach, reach);
  if (shortest >= CONFIRMED) setBit(index.confirmed, confirmationOf(index, text, start + reach));
  return added;
}

function makeTables(index: GramIndex): void {
  makeNumbers(index.lists);
  index.pairs = new Uint8Array((PAIR_MASK + 1) >> 3);
  if (index.shortest >= CONFIRMED) index.confirmed = new Uint8Array((index.confirmMask + 1) >> 3);
}

function writeRow(
  index: GramIndex,
  text: Text,
  start: number,
  length: number,
  reach: number,
): void {
  const row = index.size << ROW_BITS;
  const from = index.unitsUsed;
  index.unitsUsed += length;
  makeRoom(index, row, index.unitsUsed);
  const { rows, units, pairs } = index;
  let before = 0;
  for (let at = 0; at < length; at += 1) {
    const unit = text.units[start + at] as number;
    units[from + at] = unit;
    if (at > 0) setBit(pairs, pairOf(before, unit));
    before = unit;
  }
  rows[row + NEXT] = NO_STRING;
  rows[row + REACH] = reach;
  rows[row + LENGTH] = length;
  rows[row + UNITS_AT] = from;
  rows[row + TELLING_AT] = length - 1 - reach;
  rows[row + TELLING] = before;
}

function makeRoom(index: GramIndex, row: number, unitsUsed: number): void {
  const { rows, units } = index;
  if (row >= rows.length) {
    index.rows = new Int32Array(rows.length * 2);
    index.rows.set(rows);
  }
  if (unitsUsed > units.length) {
    index.units = new Uint16Array(unitsUsed * 2);
    index.units.set(units);
  }
}

/**
 * Strings made from one template share most of their units, and so does a text made from it. They
 * are refused by a look at the first unit in which two of them differ.
 */
function tellApart({ rows, units }: GramIndex, one: number, other: number): void {
  const [a, b] = [one << ROW_BITS, other << ROW_BITS];
  const [reachA, reachB] = [rows[a + REACH] as number, rows[b + REACH] as number];
  const [endA, endB] = [
    (rows[a + UNITS_AT] as number) + reachA,
    (rows[b + UNITS_AT] as number) + reachB,
  ];
  const behind = Math.min(
    (rows[a + LENGTH] as number) - reachA,
    (rows[b + LENGTH] as number) - reachB,
  );
  for (let at = -Math.min(reachA, reachB); at < behind; at += 1) {
    if (units[endA + at] === units[endB + at]) continue;
    rows[a + TELLING_AT] = at;
    rows[a + TELLING] = units[endA + at] as number;
    rows[b + TELLING_AT] = at;
    rows[b + TELLING] = units[endB + at] as number;
    return;
  }
}

/** Whether the number is that of a string: a list ends with one that is none. */
export function isString(string: number): boolean {
  return string !== NO_STRING;
}

/** The first string whose three units have this hash. */
export function firstOf({ lists }: GramIndex, gram: number): number {
  return firstIn(lists, gram);
}

/** The next string in the same list. */
export function nextOf({ rows }: GramIndex, string: number): number {
  return rows[(string << ROW_BITS) + NEXT] as number;
}

export function reachOf({ rows }: GramIndex, string: number): number {
  return rows[(string << ROW_BITS) + REACH] as number;
}

export function lengthOf({ rows }: GramIndex, string: number): number {
  return rows[(string << ROW_BITS) + LENGTH] as number;
}

/** A look at one unit. It refuses most strings that do not stand here, and none that does. */
export function mayStandAt({ rows }: GramIndex, string: number, text: Text, end: number): boolean {
  const row = string << ROW_BITS;
  return text.units[end + (rows[row + TELLING_AT] as number)] === rows[row + TELLING];
}

/** Whether the string stands where its three units end before `end`, at `floor` or behind it. */
export function standsAt(
  { rows, units }: GramIndex,
  string: number,
  text: Text,
  floor: number,
  end: number,
): boolean {
  const row = string << ROW_BITS;
  const start = end - (rows[row + REACH] as number);
  const length = rows[row + LENGTH] as number;
  if (start < 0 || start < floor || start + length > text.length) return false;
  const from = rows[row + UNITS_AT] as number;
  for (let at = 0; at < length; at += 1) {
    if (text.units[start + at] !== units[from + at]) return false;
  }
  return true;
}

/** Whether some string may have the unit before `at` and the one at `at` side by side. */
export function mayJoin({ pairs }: GramIndex, { units, length }: Text, at: number): boolean {
  if (at <= 0 || at >= length) return false;
  return hasBit(pairs, pairOf(units[at - 1] as number, units[at] as number));
}

function pairOf(first: number, second: number): number {
  return ((first << PAIR_SHIFT) ^ second) & PAIR_MASK;
}

/** Whether five units of some string may end before `end`. Only asked where all are as long. */
export function confirms(index: GramIndex, text: Text, end: number): boolean {
  return hasBit(index.confirmed, confirmationOf(index, text, end));
}

/** The hash of the five units that end before `end`. Written out, because it is asked most. */
function confirmationOf({ confirmMask }: GramIndex, { units }: Text, end: number): number {
  if (end < CONFIRMED) return 0;
  const first = ((units[end - 5] as number) << 16) ^ ((units[end - 4] as number) << 12);
  const middle = ((units[end - 3] as number) << 8) ^ ((units[end - 2] as number) << 4);
  return (first ^ middle ^ (units[end - 1] as number)) & confirmMask;
}

function hasBit(bits: Uint8Array, place: number): boolean {
  return ((bits[place >> 3] as number) & (1 << (place & 7))) !== 0;
}

function setBit(bits: Uint8Array, place: number): void {
  bits[place >> 3] = (bits[place >> 3] as number) | (1 << (place & 7));
}
