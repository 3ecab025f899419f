/**
 * In which order the chain's canonical form writes the keys of an object: by code point. The same
 * few sets of keys come again and again, and sorting takes longer than comparing, so the order of
 * each is kept.
 */
import { chainString } from "./chain-string.ts";

const SURROGATE = /[\ud800-\udfff]/;

/** How the keys of an object are written, whatever their values. */
export interface KeyOrder {
  /** In the order in which they were met. */
  readonly keys: readonly string[];
  readonly sorted: readonly string[];
  /** What stands before each value: a brace or a comma, the key and a colon. */
  readonly begins: readonly string[];
}

/** How many orders are kept, a power of two, and of how many and how long keys at most. */
const KEPT_ORDERS = 256;
const MAX_KEPT_KEYS = 32;
const MAX_KEPT_LENGTH = 32;

const keptOrders = new Array<KeyOrder | undefined>(KEPT_ORDERS).fill(undefined);

export function keyOrder(keys: readonly string[]): KeyOrder {
  const place = placeOf(keys);
  const kept = keptOrders[place];
  if (kept !== undefined && isSameKeys(kept.keys, keys)) return kept;
  const sorted = sortedKeys(keys);
  const begins = sorted.map((key, at) => `${at === 0 ? "{" : ","}${chainString(key)}:`);
  const order = { keys, sorted, begins };
  const isShort = (key: string): boolean => key.length <= MAX_KEPT_LENGTH;
  if (keys.length <= MAX_KEPT_KEYS && keys.every(isShort)) keptOrders[place] = order;
  return order;
}

function placeOf(keys: readonly string[]): number {
  const first = keys[0] ?? "";
  // Of a single key it is that key again: what is not there would have no letter.
  const second = keys[1] ?? first;
  const last = keys[keys.length - 1] ?? "";
  const letters = first.charCodeAt(0) * 31 + second.charCodeAt(0) * 7 + last.charCodeAt(0);
  const lengths = first.length * 7 + second.length * 5 + last.length * 3 + keys.length;
  return (letters * 31 + lengths) & (KEPT_ORDERS - 1);
}

function isSameKeys(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

/** JavaScript compares by UTF-16 unit, which is code point order unless surrogates occur. */
function sortedKeys(keys: readonly string[]): readonly string[] {
  return keys.some((key) => SURROGATE.test(key)) ? keys.toSorted(byCodePoint) : keys.toSorted();
}

function byCodePoint(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  let at = 0;
  while (at < shorter && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  if (at === shorter) return left.length - right.length;
  // A difference in the second half of a pair is one of the whole character; after a lone first
  // half there is no pair, and what follows it differs by itself.
  const isPair = isLowSurrogate(left.charCodeAt(at)) || isLowSurrogate(right.charCodeAt(at));
  if (isPair && at > 0 && isHighSurrogate(left.charCodeAt(at - 1))) at -= 1;
  return (left.codePointAt(at) ?? 0) - (right.codePointAt(at) ?? 0);
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
