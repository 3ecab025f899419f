/**
 * Which strings of an index have the same three units. Of all hashes of three units few are those
 * of a string: each has the number of a list, and all else is kept by list. So what is made for the
 * first string is small, and what is asked together lies together.
 */
import { GRAMS } from "./gram.ts";

export interface GramLists {
  /** By the hash of three units; list 0 is that of all hashes without a string. */
  numbers: Uint16Array;
  rows: Int32Array;
  /** How many lists there are beside the empty one. */
  size: number;
}

/** One row of numbers for each list. */
const ROW_BITS = 2;
const FIRST = 0;
const LAST = 1;
/** How many strings are in the list. */
const SHARERS = 2;
/** How far they reach at most, before the end of their three units and behind it. */
const SPAN = 3;
const BEFORE_BITS = 8;
const BEFORE_MASK = (1 << BEFORE_BITS) - 1;

const FEWEST_LISTS = 64;
const NO_NUMBERS = new Uint16Array(0);

/** Nothing is made for hashes before there is a string: most scrubbers never learn one. */
export function gramLists(): GramLists {
  return { numbers: NO_NUMBERS, rows: new Int32Array(FEWEST_LISTS << ROW_BITS), size: 0 };
}

/** The first string whose three units have this hash, or 0. */
export function firstIn({ numbers, rows }: GramLists, gram: number): number {
  return rows[((numbers[gram] as number) << ROW_BITS) + FIRST] as number;
}

export function sharersOf({ numbers, rows }: GramLists, gram: number): number {
  return rows[((numbers[gram] as number) << ROW_BITS) + SHARERS] as number;
}

/** Whether a string with these three units, ending before `at`, may reach out of a match. */
export function mayReachOut(
  { numbers, rows }: GramLists,
  gram: number,
  at: number,
  start: number,
  end: number,
): boolean {
  const list = numbers[gram] as number;
  if (list === 0) return false;
  const span = rows[(list << ROW_BITS) + SPAN] as number;
  return at - (span & BEFORE_MASK) < start || at + (span >> BEFORE_BITS) > end;
}

/** Puts a string at the end of a list, and says which was the last before, or 0. */
export function putInList(
  lists: GramLists,
  gram: number,
  string: number,
  before: number,
  behind: number,
): number {
  const row = listFor(lists, gram) << ROW_BITS;
  const { rows } = lists;
  const last = rows[row + LAST] as number;
  if (last === 0) rows[row + FIRST] = string;
  rows[row + LAST] = string;
  rows[row + SHARERS] = (rows[row + SHARERS] as number) + 1;
  const span = rows[row + SPAN] as number;
  const mostBehind = Math.max(span >> BEFORE_BITS, behind);
  rows[row + SPAN] = (mostBehind << BEFORE_BITS) | Math.max(span & BEFORE_MASK, before);
  return last;
}

export function makeNumbers(lists: GramLists): void {
  if (lists.size === 0) lists.numbers = new Uint16Array(GRAMS);
}

function listFor(lists: GramLists, gram: number): number {
  const { numbers, rows } = lists;
  if (numbers[gram] !== 0) return numbers[gram] as number;
  lists.size += 1;
  numbers[gram] = lists.size;
  if (lists.size << ROW_BITS >= rows.length) {
    lists.rows = new Int32Array(rows.length * 2);
    lists.rows.set(rows);
  }
  return lists.size;
}
