/**
 * BIP-39 phrases: twelve and more words of its list in a row.
 *
 * Looking every word of a log up would cost more than all other rules together. So words are only
 * counted while they could be of the list by their letters, and looked up when twelve have come.
 */
import { wordlist } from "@scure/bip39/wordlists/english";
import { HEX_LOWER, LOWER, WORD } from "../characters.ts";
import type { Text } from "../text.ts";
import { evident, type Match, type View } from "../view.ts";

const LEAST_WORDS = 12;
/** Two phrases may follow each other, and a word before a phrase may be of the list by chance. */
const MOST_WORDS = 64;
const WORDS = new Set(wordlist);
const WORD_BEFORE = /(?:^|[^a-z])([a-z]{3,8})(\n|,? ?)$/;
const WORD_AFTER = /(\n|,? |,)([a-z]{3,8})(?![A-Za-z0-9_])/y;
const LONGEST_STEP = 12;

/** Whether a word of this length and these kinds can be of the list. */
export function mayBeOfPhrase(length: number, kinds: number): boolean {
  return (kinds & WORD & ~(LOWER | HEX_LOWER)) === 0 && length >= 3 && length <= 8;
}

export interface PhraseCheck {
  readonly match: Match | null;
  /** How many more words must come before another look can find anything. */
  readonly missing: number;
}

/** Asked at the end of a word, when at least twelve possible words stand in a row before it. */
export function phraseBefore({ text, floor }: View, end: number): PhraseCheck {
  let start = end;
  let words = 0;
  let gap = "";
  while (words < LEAST_WORDS) {
    const from = Math.max(floor, start - LONGEST_STEP, 0);
    const found = WORD_BEFORE.exec(text.string.slice(from, start));
    if (found === null || !WORDS.has(found[1] ?? "")) break;
    // One phrase has one kind of gap: a phrase on the line before is another one.
    if (words === 1) gap = found[2] ?? "";
    if (words > 1 && found[2] !== gap) break;
    start = from + found.index + found[0].indexOf(found[1] ?? "");
    words += 1;
  }
  if (words < LEAST_WORDS) return { match: null, missing: LEAST_WORDS - words };
  const match = evident(start, phraseEnd(text, end, words, gap), "mnemonic");
  return { match, missing: LEAST_WORDS };
}

function phraseEnd(text: Text, from: number, words: number, gap: string): number {
  let end = from;
  for (let count = words; count < MOST_WORDS; count += 1) {
    WORD_AFTER.lastIndex = end;
    const found = WORD_AFTER.exec(text.string);
    if (found === null || found[1] !== gap || !WORDS.has(found[2] ?? "")) break;
    end += found[0].length;
  }
  return end;
}
