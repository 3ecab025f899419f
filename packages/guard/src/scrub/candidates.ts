/**
 * The places where rules are asked: where a prefix or a known value may begin, at a mark between a
 * name and its value, where a number or a long word ends.
 *
 * This is the one loop over every character, and most of the time that scrubbing takes. A Set in
 * place of the table of beginnings would make scrubbing logs a quarter slower.
 */
import { codeAt, DIGIT, isWordAt, JOINT, kindAt, LETTER, MARK } from "./characters.ts";
import { MAX_WORD, SHORTEST_WORD } from "./rules/hex-words.ts";
import { SHORTEST_CARD } from "./rules/numbers.ts";
import type { ScanState } from "./scan-state.ts";

/** Seven bits for each of the last two units and five for the first: few others look alike. */
const BEGINNING_BITS = 19;
const BEGINNING_MASK = (1 << BEGINNING_BITS) - 1;

/** Says by the first three units of a text whether it may be one of those that were added. */
export class Beginnings {
  readonly table: Uint8Array;

  constructor(texts: Iterable<string>, others?: Beginnings) {
    this.table = others?.table.slice() ?? new Uint8Array(1 << BEGINNING_BITS);
    for (const text of texts) this.add(text);
  }

  add(text: string): void {
    this.table[firstThree(text, 0)] = 1;
  }

  mayBeginAt(text: string, at: number): boolean {
    return this.table[firstThree(text, at)] === 1;
  }
}

function firstThree(text: string, at: number): number {
  const firstTwo = next(codeAt(text, at), codeAt(text, at + 1));
  return next(firstTwo, codeAt(text, at + 2));
}

/** The number of the last three units, from that of the three before and one more unit. */
function next(number: number, code: number): number {
  return ((number << 7) ^ code) & BEGINNING_MASK;
}

/** The first candidate from `scan.at` on; `limit` if there is none before it. */
export function nextCandidate(scan: ScanState, limit: number, beginnings: Beginnings): number {
  const { text } = scan;
  const { table } = beginnings;
  let { at } = scan;
  let before = kindAt(text, at - 1);
  let wordStart = isWordAt(text, at - 1) ? scan.wordStart : at;
  let three = firstThree(text, at - 1);
  for (; at < limit; at += 1) {
    three = next(three, codeAt(text, at + 2));
    if (table[three] === 1) break;
    const kind = kindAt(text, at);
    const length = at - wordStart;
    if (kind === LETTER || kind === DIGIT) {
      if (length === MAX_WORD) break;
    } else {
      if (kind === MARK || length >= SHORTEST_WORD) break;
      if (before === DIGIT && (kind === JOINT || length >= SHORTEST_CARD)) break;
      wordStart = at + 1;
    }
    before = kind;
  }
  scan.wordStart = wordStart;
  return at;
}
