/**
 * Many strings looked for in one pass: each is found by three of its characters.
 *
 * The scan keeps a hash of the last three units and asks one table whether any string has them.
 * For each string the index chooses, near its beginning, the three that the fewest others share,
 * and a bucket never holds more than `MAX_IN_BUCKET`: so the work at one place has a bound, however
 * many strings there are and whatever the text is.
 */
const GRAM_BITS = 15;
export const GRAM_MASK = (1 << GRAM_BITS) - 1;
export const GRAM_SHIFT = 5;
const GRAM_LENGTH = 3;
/** How far from its beginning a string may be anchored. */
export const MAX_OFFSET = 24;
const MAX_IN_BUCKET = 64;
/** With thousands of strings three units are shared by chance; five hardly ever are. */
export const CONFIRMED_LENGTH = 5;
const CONFIRM_MASK = (1 << 17) - 1;

interface Anchored<T> {
  readonly text: string;
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
  confirms(text: string, end: number): boolean;
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
  const confirmed = new Uint8Array(shortest < CONFIRMED_LENGTH ? 0 : CONFIRM_MASK + 1);
  const buckets = new Map<number, Anchored<T>[]>();
  let size = 0;
  return {
    filter,
    get size() {
      return size;
    },
    confirms: (text, end) => confirmed[confirmationOf(text, end)] === 1,
    at: (gram) => buckets.get(gram) ?? [],
    add(text, value, maxInBucket = MAX_IN_BUCKET) {
      const reach = leastShared(text, buckets, shortest);
      const gram = gramOf(text, reach);
      const bucket = buckets.get(gram) ?? [];
      if (bucket.length >= maxInBucket) return false;
      bucket.push({ text, reach, value });
      buckets.set(gram, bucket);
      confirmed[confirmationOf(text, reach)] = 1;
      size += 1;
      filter[gram] = (filter[gram] ?? 0) | bit;
      return true;
    },
  };
}

/** The hash of the three units that end before `end`, as the scan computes it. */
function gramOf(text: string, end: number): number {
  let gram = 0;
  for (let at = end - GRAM_LENGTH; at < end; at += 1) {
    gram = ((gram << GRAM_SHIFT) ^ text.charCodeAt(at)) & GRAM_MASK;
  }
  return gram;
}

function confirmationOf(text: string, end: number): number {
  let hash = 0;
  for (let at = end - CONFIRMED_LENGTH; at < end; at += 1) {
    hash = (Math.imul(hash, 37) + text.charCodeAt(at)) & CONFIRM_MASK;
  }
  return hash;
}

/**
 * Three units that occur once in a string are preferred: a string that repeats itself would
 * otherwise be compared again at every repetition of a text that repeats itself too.
 */
function leastShared(
  text: string,
  buckets: ReadonlyMap<number, readonly unknown[]>,
  shortest: number,
): number {
  let best = shortest;
  let bestCost = Number.POSITIVE_INFINITY;
  const last = Math.min(text.length, MAX_OFFSET);
  for (let end = shortest; end <= last; end += 1) {
    const three = text.slice(end - GRAM_LENGTH, end);
    const isRepeated = text.indexOf(three) !== text.lastIndexOf(three);
    const shared = buckets.get(gramOf(text, end))?.length ?? 0;
    const cost = shared * 4 + (isRepeated ? 2 : 0) + (/^[a-z]+$|^(.)\1\1$/.test(three) ? 3 : 0);
    if (cost < bestCost) [best, bestCost] = [end, cost];
  }
  return best;
}
