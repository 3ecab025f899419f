/**
 * Values by their units, each with a number in the order in which they were added. What a Map
 * would do for strings, without a string for each: a text can be made of nothing but values that
 * are met once, and then making, hashing and copying a string each is most of the work.
 */
import { randomInt } from "node:crypto";
import type { Text } from "./text.ts";

export interface ValueTable {
  /** How many values it holds. */
  size: number;
  /** The hash of the value that was looked for last. */
  lastHash: number;
  /** By the hash: the number of a value, or none. There are more than twice as many places. */
  places: Int32Array;
  hashes: Int32Array;
  /** Where the units of a value begin among the units of all; the next one's beginning is its end. */
  starts: Int32Array;
  units: Uint16Array;
}

/** Values are numbered from 1. */
const NO_VALUE = 0;

/** Whether the number is that of a value. */
export function isFound(value: number): boolean {
  return value !== NO_VALUE;
}

const FEWEST_PLACES = 256;
/**
 * How many places in a row are looked at. Among values by chance no row is half as long; were
 * somebody to find values that share a hash, those behind the row would only not be remembered.
 */
const MAX_ROW = 128;
const FEWEST_UNITS = 2_048;
/** Drawn anew in each process: whoever writes the text must not know which values share a hash. */
const [SEED, FIRST, SECOND] = [anyOdd(), anyOdd(), anyOdd()];

function anyOdd(): number {
  return randomInt(2 ** 32) | 1;
}

export function valueTable(): ValueTable {
  return {
    size: 0,
    lastHash: 0,
    places: new Int32Array(FEWEST_PLACES),
    hashes: new Int32Array(FEWEST_PLACES / 2),
    starts: new Int32Array(FEWEST_PLACES / 2),
    units: new Uint16Array(FEWEST_UNITS),
  };
}

/** The number of the value that stands here, if it is found. */
export function findValue(table: ValueTable, text: Text, start: number, end: number): number {
  const { places, hashes } = table;
  const hash = hashOf(text, start, end);
  table.lastHash = hash;
  const mask = places.length - 1;
  const first = hash & mask;
  for (let place = first; place < first + MAX_ROW; place += 1) {
    const value = places[place & mask] as number;
    if (value === NO_VALUE) break;
    if (hashes[value] === hash && isSame(table, value, text, start, end)) return value;
  }
  return NO_VALUE;
}

/** Two units in each step, because every step waits for the one before. */
function hashOf({ units }: Text, start: number, end: number): number {
  let hash = SEED;
  let at = start;
  for (; at + 1 < end; at += 2) {
    hash =
      Math.imul(hash ^ (units[at] as number), FIRST) + Math.imul(units[at + 1] as number, SECOND);
    hash ^= hash >>> 15;
  }
  if (at < end) hash = Math.imul(hash ^ (units[at] as number), FIRST);
  return hash ^ (hash >>> 13);
}

function isSame(
  { starts, units: all }: ValueTable,
  value: number,
  { units }: Text,
  start: number,
  end: number,
): boolean {
  const from = starts[value] as number;
  if ((starts[value + 1] as number) - from !== end - start) return false;
  for (let at = start; at < end; at += 1) {
    if (units[at] !== all[from + at - start]) return false;
  }
  return true;
}

/** Adds the value that was looked for last, and was not found; says its number, if it has a place. */
export function addMissing(table: ValueTable, text: Text, start: number, end: number): number {
  const added = table.size + 1;
  if (added + 1 >= table.starts.length) growPlaces(table);
  if (!occupy(table.places, table.lastHash, added)) return NO_VALUE;
  table.size = added;
  const from = table.starts[added] as number;
  const until = from + end - start;
  if (until > table.units.length) {
    const { units: full } = table;
    table.units = new Uint16Array(until * 2);
    table.units.set(full);
  }
  const { units } = table;
  for (let at = start; at < end; at += 1) units[from + at - start] = text.units[at] as number;
  table.starts[added + 1] = until;
  table.hashes[added] = table.lastHash;
  return added;
}

/** Whether the value got a place. */
function occupy(places: Int32Array, hash: number, value: number): boolean {
  const mask = places.length - 1;
  const first = hash & mask;
  for (let place = first; place < first + MAX_ROW; place += 1) {
    if (places[place & mask] !== NO_VALUE) continue;
    places[place & mask] = value;
    return true;
  }
  return false;
}

function growPlaces(table: ValueTable): void {
  const { hashes, starts } = table;
  const places = new Int32Array(table.places.length * 4);
  for (let value = 1; value <= table.size; value += 1)
    occupy(places, hashes[value] as number, value);
  table.places = places;
  table.hashes = new Int32Array(places.length / 2);
  table.hashes.set(hashes);
  table.starts = new Int32Array(places.length / 2);
  table.starts.set(starts);
}
