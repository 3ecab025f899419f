/**
 * What one scrubber knows: secrets it was given, and values it has met. A value keeps the category
 * under which it was met first, and one that its surroundings gave away is looked for bare from
 * then on. Both lists have a maximum; a stranger's text cannot make them grow for ever.
 */
import type { Category } from "./category.ts";
import { CONFIRMED_LENGTH, type GramIndex, gramIndex } from "./gram-index.ts";

export interface Pattern {
  readonly text: string;
  readonly category: Category;
  /** The text is only the beginning of a longer secret. */
  readonly isCut: boolean;
}

export interface Memory {
  readonly patterns: GramIndex<Pattern>;
  /** The category under which this value was met first; from now on at the latest, `proposed`. */
  categoryOf(value: string, proposed: Category): Category;
  learn(value: string, category: Category): void;
}

const MAX_REMEMBERED = 16_384;
const MAX_LEARNED = 4_096;
const SHORTEST_LEARNED = 8;
const LONGEST_LEARNED = 256;
/** Few, because whoever writes the text chooses what is learned, and could choose look-alikes. */
const MAX_LEARNED_IN_BUCKET = 4;

export function makeMemory(known: readonly Pattern[], filter: Uint8Array, bit: number): Memory {
  const patterns = gramIndex<Pattern>(filter, bit, CONFIRMED_LENGTH);
  const categories = new Map<string, Category>();
  const learned = new Set<string>();
  for (const pattern of known) {
    if (categories.has(pattern.text)) continue;
    categories.set(pattern.text, pattern.category);
    patterns.add(pattern.text, pattern, Number.POSITIVE_INFINITY);
  }
  return {
    patterns,
    categoryOf(value, proposed) {
      const first = categories.get(value);
      if (first !== undefined) return first;
      if (value.length <= LONGEST_LEARNED && categories.size < MAX_REMEMBERED) {
        categories.set(value, proposed);
      }
      return proposed;
    },
    learn(value, category) {
      if (!isWorthLearning(value) || learned.has(value) || learned.size >= MAX_LEARNED) return;
      const pattern = { text: value, category, isCut: false };
      if (patterns.add(value, pattern, MAX_LEARNED_IN_BUCKET)) learned.add(value);
    },
  };
}

/** A word of letters or a short number would be found in places that have nothing to do with it. */
function isWorthLearning(value: string): boolean {
  if (value.length < SHORTEST_LEARNED || value.length > LONGEST_LEARNED) return false;
  if (/^[A-Za-z_.\s-]+$/.test(value)) return value.length >= 20;
  return !/^[\d.:-]+$/.test(value) || value.length >= 12;
}
