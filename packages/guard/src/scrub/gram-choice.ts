/**
 * By which three of its units a string is found. Three that occur once in it are preferred: a
 * string that repeats itself would otherwise be compared again at every repetition of a text that
 * repeats itself too. And three that are no part of a word: those occur in every text.
 */
import { GRAM_LENGTH, gramOf, nextGram } from "./gram.ts";
import { type GramLists, sharersOf } from "./gram-lists.ts";
import type { Text } from "./text.ts";

/** How far from its beginning a string may be anchored. */
const MAX_OFFSET = 24;
/** What it costs that another string has the three too, that they are common, and that they recur. */
const [SHARED, COMMON, REPEATED] = [4, 3, 2];
const MORE_THAN_ANY = 2 ** 30;

/** Units from the beginning of the string to the end of its three. */
export function leastShared(
  text: Text,
  start: number,
  end: number,
  shortest: number,
  lists: GramLists,
): number {
  const last = Math.min(end, start + MAX_OFFSET);
  let best = start + shortest;
  let bestCost = MORE_THAN_ANY;
  for (let at = best; at <= last && bestCost > 0; at += 1) {
    const gram = gramOf(text, at);
    let cost = sharersOf(lists, gram) * SHARED;
    if (cost < bestCost && isCommon(text, at)) cost += COMMON;
    // Whether they recur is asked last, because it is a look at the whole string.
    if (cost < bestCost && isRepeated(text, start, end, gram)) cost += REPEATED;
    if (cost < bestCost) {
      best = at;
      bestCost = cost;
    }
  }
  return best - start;
}

/** Whether so many share each that it could be found by: asked first, as choosing costs more. */
export function areShared(
  text: Text,
  start: number,
  end: number,
  shortest: number,
  lists: GramLists,
  most: number,
): boolean {
  const last = Math.min(end, start + MAX_OFFSET);
  for (let at = start + shortest; at <= last; at += 1) {
    if (sharersOf(lists, gramOf(text, at)) < most) return false;
  }
  return true;
}

/** Whether three units that occur in a string occur in it twice. */
function isRepeated({ units }: Text, start: number, end: number, gram: number): boolean {
  let times = 0;
  let next = nextGram(units[start] as number, units[start + 1] as number);
  for (let at = start + GRAM_LENGTH - 1; at < end && times < 2; at += 1) {
    next = nextGram(next, units[at] as number);
    if (next === gram) times += 1;
  }
  return times === 2;
}

/** Three small letters, or three times the same unit. */
function isCommon({ units }: Text, end: number): boolean {
  const first = units[end - 3] as number;
  const middle = units[end - 2] as number;
  const last = units[end - 1] as number;
  if (first === middle && middle === last) return true;
  return isSmall(first) && isSmall(middle) && isSmall(last);
}

function isSmall(code: number): boolean {
  return code >= 97 && code <= 122;
}
