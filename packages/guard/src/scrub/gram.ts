/**
 * Three units and their hash. The scan keeps the hash of the last three; whatever is looked for is
 * found by three of its own.
 *
 * The numbers of the hash are this file's own: what is exported is fetched and checked again at
 * each use, and these are used for each unit of the text.
 */
import type { Text } from "./text.ts";

const BITS = 15;
const MASK = (1 << BITS) - 1;
const SHIFT = 5;

export const GRAM_LENGTH = 3;
/** How many hashes there are. */
export const GRAMS = 1 << BITS;

/** The hash of the last three units, from that of the three before and the last unit. */
export function nextGram(gram: number, code: number): number {
  return ((gram << SHIFT) ^ code) & MASK;
}

/** The hash of the three units that end before `end`, as the scan computes it. */
export function gramOf({ units }: Text, end: number): number {
  const first = (units[end - 3] as number) << (SHIFT * 2);
  const middle = (units[end - 2] as number) << SHIFT;
  return (first ^ middle ^ (units[end - 1] as number)) & MASK;
}
