/**
 * What one scrubber knows: secrets it was given, and values it has met. A value keeps the category
 * under which it was met first, and one that its surroundings gave away is looked for bare from
 * then on. Both lists have a maximum; a stranger's text cannot make them grow for ever.
 */
import { CATEGORIES, type Category } from "./category.ts";
import { DIGIT, hasLetter, KINDS } from "./characters.ts";
import { CONFIRMED_LENGTH, type GramIndex, gramIndex } from "./gram-index.ts";

export interface Pattern {
  readonly text: string;
  readonly category: Category;
  /** The text is only the beginning of a longer secret. */
  readonly isCut: boolean;
}

export interface Memory {
  readonly patterns: GramIndex<Pattern>;
  /** What is remembered of a value, if it was met before. */
  metBefore(value: string): Met | undefined;
  /** Remembers the category under which a value is met first. */
  meet(value: string, category: Category): Met;
  /** From now on the value is looked for wherever it stands. */
  learn(value: string, category: Category): void;
}

/** What is remembered of a value: there is one of each for all values, so that each costs little. */
export interface Met {
  readonly category: Category;
  readonly isLearned: boolean;
}

const MET = everyMet(false);
const LEARNED = everyMet(true);

function everyMet(isLearned: boolean): ReadonlyMap<string, Met> {
  const all = Object.keys(CATEGORIES) as Category[];
  return new Map(all.map((category) => [category, { category, isLearned }]));
}

const MAX_REMEMBERED = 16_384;
const MAX_LEARNED = 4_096;
const SHORTEST_LEARNED = 8;
const LONGEST_LEARNED = 256;
/** Few, because whoever writes the text chooses what is learned, and could choose look-alikes. */
const MAX_LEARNED_IN_BUCKET = 4;

export function makeMemory(known: readonly Pattern[], filter: Uint8Array, bit: number): Memory {
  const patterns = gramIndex<Pattern>(filter, bit, CONFIRMED_LENGTH);
  const values = new Map<string, Met>();
  let learned = 0;
  for (const pattern of known) {
    if (values.has(pattern.text)) continue;
    values.set(pattern.text, LEARNED.get(pattern.category) ?? { ...pattern, isLearned: true });
    patterns.add(pattern.text, pattern, Number.POSITIVE_INFINITY);
  }
  return {
    patterns,
    metBefore: (value) => values.get(value),
    meet(value, category) {
      const met = MET.get(category) ?? { category, isLearned: false };
      if (value.length <= LONGEST_LEARNED && values.size < MAX_REMEMBERED) {
        values.set(copyOf(value), met);
      }
      return met;
    },
    learn(value, category) {
      const met = LEARNED.get(category) ?? { category, isLearned: true };
      if (values.has(value)) values.set(value, met);
      if (learned >= MAX_LEARNED || !isWorthLearning(value)) return;
      const pattern = { text: copyOf(value), category, isCut: false };
      if (patterns.add(pattern.text, pattern, MAX_LEARNED_IN_BUCKET)) learned += 1;
    },
  };
}

/** Shorter pieces of a text are copies already. */
const LONGEST_COPIED = 12;

/** A piece of a long text keeps all of it in memory; what is remembered must not. */
function copyOf(value: string): string {
  return value.length <= LONGEST_COPIED ? value : ` ${value}`.slice(1);
}

/** A word of letters or a short number would be found in places that have nothing to do with it. */
function isWorthLearning(value: string): boolean {
  if (value.length < SHORTEST_LEARNED || value.length > LONGEST_LEARNED) return false;
  const kinds = kindsOf(value);
  if ((kinds & DIGIT) === 0) return value.length >= 20 || !/^[A-Za-z_.\s-]+$/.test(value);
  return hasLetter(kinds) || value.length >= 12 || !/^[\d.:-]+$/.test(value);
}

function kindsOf(value: string): number {
  let kinds = 0;
  for (let at = 0; at < value.length; at += 1) kinds |= KINDS[value.charCodeAt(at)] as number;
  return kinds;
}
