/**
 * The places where rules are asked: where a prefix or a known value may begin, at a mark between a
 * name and its value, where a number or a long word ends.
 *
 * This is the one loop over every character, and most of the time that scrubbing takes. A Set in
 * place of the table of beginnings would make scrubbing logs a quarter slower.
 */
import { codeAt, DIGIT, JOINT, kindAt, kindOf, LETTER, MARK } from "./characters.ts";
import { MAX_WORD, SHORTEST_WORD } from "./rules/hex-words.ts";
import { SHORTEST_CARD } from "./rules/numbers.ts";
import type { ScanState } from "./scan-state.ts";

/** Seven bits for each of the last two units and five for the first: few others look alike. */
const BEGINNING_BITS = 19;
const BEGINNING_MASK = (1 << BEGINNING_BITS) - 1;
const FOURTH_MASK = (1 << 16) - 1;
/** What the first three units say: a text may begin here, or may if the fourth agrees. */
const [ANY_FOURTH, SOME_FOURTH] = [1, 2];

/**
 * Says by the first four units of a text whether it may be one of those that were added. The
 * fourth is in a table of its own, which is asked only where three agree: most of them are the
 * beginning of an ordinary word.
 */
export class Beginnings {
  readonly threes: Uint8Array;
  readonly fours: Uint8Array;

  constructor(texts: Iterable<string>, others?: Beginnings) {
    this.threes = others?.threes.slice() ?? new Uint8Array(1 << BEGINNING_BITS);
    this.fours = others?.fours.slice() ?? new Uint8Array(FOURTH_MASK + 1);
    for (const text of texts) this.add(text);
  }

  add(text: string): void {
    const three = firstThree(text, 0);
    if (text.length === 3) this.threes[three] = ANY_FOURTH;
    else this.threes[three] ||= SOME_FOURTH;
    this.fours[withFourth(three, codeAt(text, 3))] = 1;
  }

  mayBeginAt(text: string, at: number): boolean {
    const three = firstThree(text, at);
    const known = this.threes[three];
    if (known !== SOME_FOURTH) return known === ANY_FOURTH;
    return this.fours[withFourth(three, codeAt(text, at + 3))] === 1;
  }
}

function withFourth(three: number, code: number): number {
  return (Math.imul(three, 31) ^ Math.imul(code, 509)) & FOURTH_MASK;
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
  const { threes, fours } = beginnings;
  let { at } = scan;
  let before = kindAt(text, at - 1);
  let wordStart = before === LETTER || before === DIGIT ? scan.wordStart : at;
  // The unit at `at` and the two behind it: each is read once.
  let code = codeAt(text, at);
  let second = codeAt(text, at + 1);
  let three = next(next(0, code), second);
  for (; at < limit; at += 1) {
    const third = codeAt(text, at + 2);
    three = next(three, third);
    const known = threes[three];
    if (known === ANY_FOURTH) break;
    if (known === SOME_FOURTH && fours[withFourth(three, codeAt(text, at + 3))] === 1) break;
    const kind = kindOf(code);
    const length = at - wordStart;
    if (kind === LETTER || kind === DIGIT) {
      if (length === MAX_WORD) break;
    } else {
      if (kind === MARK || length >= SHORTEST_WORD) break;
      if (before === DIGIT && (kind === JOINT || length >= SHORTEST_CARD)) break;
      wordStart = at + 1;
    }
    before = kind;
    code = second;
    second = third;
  }
  scan.wordStart = wordStart;
  return at;
}
