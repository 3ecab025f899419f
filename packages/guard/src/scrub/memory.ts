/**
 * What one scrubber knows: secrets it was given, and values it has met. A value keeps the category
 * under which it was met first, and one that its surroundings gave away is looked for bare from
 * then on. Both lists have a maximum; a stranger's text cannot make them grow for ever.
 */
import type { Category } from "./category.ts";
import { hasDigit, hasLetter, kindOf } from "./characters.ts";
import {
  addString,
  type GramIndex,
  gramIndex,
  isString,
  SHORTEST_CONFIRMED,
} from "./gram-index.ts";
import { type Text, textWriter } from "./text.ts";
import { addMissing, findValue, isFound, type ValueTable, valueTable } from "./value-table.ts";

export interface Pattern {
  readonly text: string;
  readonly category: Category;
  /** The text is only the beginning of a longer secret. */
  readonly isCut: boolean;
}

export interface Memory {
  /** What is looked for wherever it stands, and by the number of each what it is. */
  readonly patterns: GramIndex;
  readonly patternCategories: Category[];
  readonly cutPatterns: Set<number>;
  /** What was met, and by the number of each under which category, and whether it was learned. */
  readonly values: ValueTable;
  readonly valueCategories: Category[];
  readonly isLearned: boolean[];
  /** How many patterns were learned. */
  learned: number;
}

const MAX_REMEMBERED = 16_384;
const LONGEST_REMEMBERED = 256;
const MAX_LEARNED = 4_096;
const SHORTEST_LEARNED = 8;
/** Words and numbers are shorter than this. */
const [LONGEST_WORD, LONGEST_NUMBER] = [20, 12];
/** Few, because whoever writes the text chooses what is learned, and could choose look-alikes. */
const MAX_LEARNED_IN_LIST = 4;
/** Stands before the first of a list whose numbers begin with 1. */
const NUMBERED_FROM_1: Category = "secret";

export function makeMemory(known: readonly Pattern[], filter: Uint8Array, bit: number): Memory {
  const memory: Memory = {
    patterns: gramIndex(filter, bit, SHORTEST_CONFIRMED, known.length),
    patternCategories: [NUMBERED_FROM_1],
    cutPatterns: new Set(),
    values: valueTable(),
    valueCategories: [NUMBERED_FROM_1],
    isLearned: [false],
    learned: 0,
  };
  const written = textWriter();
  for (const { text, category, isCut } of known) {
    const units = written(text);
    if (isFound(findValue(memory.values, units, 0, units.length))) continue;
    remember(memory, units, 0, units.length, category, true);
    const added = addString(memory.patterns, units, 0, units.length, Number.POSITIVE_INFINITY);
    memory.patternCategories.push(category);
    if (isCut) memory.cutPatterns.add(added);
  }
  return memory;
}

/** Whether a value of this length is remembered. */
export function isRemembered(length: number): boolean {
  return length <= LONGEST_REMEMBERED;
}

/** Remembers a value that was looked for among the values and not found. */
export function meet(
  memory: Memory,
  text: Text,
  start: number,
  end: number,
  category: Category,
  isLearned: boolean,
): void {
  if (memory.values.size < MAX_REMEMBERED) remember(memory, text, start, end, category, isLearned);
  if (isLearned) lookFor(memory, text, start, end, category);
}

function remember(
  memory: Memory,
  text: Text,
  start: number,
  end: number,
  category: Category,
  isLearned: boolean,
): void {
  if (!isFound(addMissing(memory.values, text, start, end))) return;
  memory.valueCategories.push(category);
  memory.isLearned.push(isLearned);
}

/** The value with this number, which stands here, is looked for from now on wherever it stands. */
export function learn(memory: Memory, value: number, text: Text, start: number, end: number): void {
  if (memory.isLearned[value] === true) return;
  memory.isLearned[value] = true;
  lookFor(memory, text, start, end, memory.valueCategories[value] as Category);
}

function lookFor(memory: Memory, text: Text, start: number, end: number, category: Category): void {
  if (memory.learned >= MAX_LEARNED || !isWorthLearning(text, start, end)) return;
  if (!isString(addString(memory.patterns, text, start, end, MAX_LEARNED_IN_LIST))) return;
  memory.patternCategories.push(category);
  memory.learned += 1;
}

/** A word of letters or a short number would be found in places that have nothing to do with it. */
function isWorthLearning(text: Text, start: number, end: number): boolean {
  const length = end - start;
  if (length < SHORTEST_LEARNED) return false;
  if (length >= LONGEST_WORD) return true;
  const kinds = kindsOf(text, start, end);
  if (!hasDigit(kinds)) return !/^[A-Za-z_.\s-]+$/.test(text.string.slice(start, end));
  if (hasLetter(kinds) || length >= LONGEST_NUMBER) return true;
  return !/^[\d.:-]+$/.test(text.string.slice(start, end));
}

function kindsOf({ units }: Text, start: number, end: number): number {
  let kinds = 0;
  for (let at = start; at < end; at += 1) kinds |= kindOf(units[at] as number);
  return kinds;
}
