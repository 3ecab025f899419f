/**
 * BIP-39 phrases: twelve and more words of its list in a row.
 *
 * Looking every word of a log up would cost more than all other rules together. So words are only
 * counted while they could be of the list by their letters, and looked up when twelve have come.
 */
import { wordlist } from "@scure/bip39/wordlists/english";
import { isLowerCase, isWordAt, unitAt } from "../characters.ts";
import type { Text } from "../text.ts";
import { evident, type Match, type View } from "../view.ts";

const LEAST_WORDS = 12;
/** Two phrases may follow each other, and a word before a phrase may be of the list by chance. */
const MOST_WORDS = 64;
const WORDS = new Set(wordlist);
const [SHORTEST, LONGEST] = [3, 8];

/** Whether a word of this length and these kinds can be of the list. */
export function mayBeOfPhrase(length: number, kinds: number): boolean {
  return isLowerCase(kinds) && length >= SHORTEST && length <= LONGEST;
}

const [LINE_END, BLANK, COMMA] = [10, 32, 44];

/** Whether two words with this between them may be of one phrase. */
export function isPhraseGap(text: Text, end: number, start: number): boolean {
  const last = unitAt(text, start - 1);
  if (start - end === 1) return last === BLANK || last === COMMA || last === LINE_END;
  return start - end === 2 && last === BLANK && unitAt(text, end) === COMMA;
}

export interface PhraseCheck {
  readonly match: Match | null;
  /** How many more words must come before another look can find anything. */
  readonly missing: number;
}

/** Asked at the end of a word, when at least twelve possible words stand in a row before it. */
export function phraseBefore({ text, floor }: View, end: number): PhraseCheck {
  const least = Math.max(floor, 0);
  let start = end;
  let words = 0;
  let gap = "";
  while (words < LEAST_WORDS) {
    const wordEnd = gapStart(text, least, start);
    const wordStart = letterStart(text, least, wordEnd);
    if (wordStart === -1 || !WORDS.has(text.string.slice(wordStart, wordEnd))) break;
    // One phrase has one kind of gap: a phrase on the line before is another one.
    const between = text.string.slice(wordEnd, start);
    if (words === 1) gap = between;
    if (words > 1 && between !== gap) break;
    start = wordStart;
    words += 1;
  }
  if (words < LEAST_WORDS) return { match: null, missing: LEAST_WORDS - words };
  const match = evident(start, phraseEnd(text, end, words, gap), "mnemonic");
  return { match, missing: LEAST_WORDS };
}

/** Where the line end, the comma or the blank begins that ends here. */
function gapStart(text: Text, least: number, end: number): number {
  const last = end > least ? unitAt(text, end - 1) : 0;
  if (last === LINE_END || last === COMMA) return end - 1;
  if (last !== BLANK) return end;
  return end - 1 > least && unitAt(text, end - 2) === COMMA ? end - 2 : end - 1;
}

/** Where the word of three to eight small letters begins that ends here, or -1. */
function letterStart(text: Text, least: number, end: number): number {
  let start = end;
  while (start > least && end - start <= LONGEST && isSmall(unitAt(text, start - 1))) start -= 1;
  const length = end - start;
  return length < SHORTEST || length > LONGEST ? -1 : start;
}

function isSmall(code: number): boolean {
  return code >= 97 && code <= 122;
}

function phraseEnd(text: Text, from: number, words: number, gap: string): number {
  let end = from;
  for (let count = words; count < MOST_WORDS; count += 1) {
    const start = gapEnd(text, end);
    if (start - end !== gap.length || !text.string.startsWith(gap, end)) break;
    const after = letterEnd(text, start);
    if (after === -1 || !WORDS.has(text.string.slice(start, after))) break;
    end = after;
  }
  return end;
}

/** Where the line end, the comma or the blank ends that begins here. */
function gapEnd(text: Text, start: number): number {
  const first = unitAt(text, start);
  if (first === LINE_END || first === BLANK) return start + 1;
  if (first !== COMMA) return start;
  return unitAt(text, start + 1) === BLANK ? start + 2 : start + 1;
}

/** Where the word of three to eight small letters ends that begins here, or -1. */
function letterEnd(text: Text, start: number): number {
  let end = start;
  while (end - start <= LONGEST && isSmall(unitAt(text, end))) end += 1;
  const length = end - start;
  return length < SHORTEST || length > LONGEST || isWordAt(text, end) ? -1 : end;
}
