/** BIP-39 phrases: twelve and more words of its list in a row, with the same gap between them. */
import { wordlist } from "@scure/bip39/wordlists/english";
import { endAt, isEdgeBefore, type Match, matchAt } from "../view.ts";
import type { PrefixRule } from "./prefix-rule.ts";

/** Words that could be of the list by their letters. A placeholder may have been part of the last. */
const TWELVE_WORDS = /(?<!\w)[a-z]{3,8}(\n|,? |,)(?:[a-z]{3,8}\1){10}[a-z]{3,8}(?!\w|\[REDACTED:)/g;
const NEXT_WORD = /(\n|,? |,)([a-z]{3,8})(?!\w|\[REDACTED:)/y;
/** Two phrases may follow each other, and a word before a phrase may be of the list by chance. */
const MAX_MORE_WORDS = 52;
const MAX_PHRASE = 64 * 10;
const WORDS = new Set(wordlist);

/** The first phrase that begins at `from` or behind it. */
export function nextPhrase(text: string, from: number): Match | null {
  TWELVE_WORDS.lastIndex = from;
  for (let found = TWELVE_WORDS.exec(text); found !== null; found = TWELVE_WORDS.exec(text)) {
    const [phrase, gap = " "] = found;
    const start = found.index;
    const words = phrase.split(gap);
    const other = words.findLastIndex((word) => !WORDS.has(word));
    if (other === -1) {
      return { start, end: phraseEnd(text, start + phrase.length, gap), category: "mnemonic" };
    }
    // No phrase begins before the last word that is not of the list.
    TWELVE_WORDS.lastIndex = start + words.slice(0, other + 1).join(gap).length;
  }
  return null;
}

const TWELVE_WORDS_HERE = new RegExp(TWELVE_WORDS.source, "y");
const LONGEST_TWELVE = 12 * 10;

/** The phrase that begins right behind a redaction, which ends the word before it. */
export function phraseAt(text: string, start: number): Match | null {
  const isFound = endAt(TWELVE_WORDS_HERE, text.slice(start, start + LONGEST_TWELVE + 1), 0) !== -1;
  if (!isFound) return null;
  const phrase = nextPhrase(text.slice(start, start + MAX_PHRASE), 0);
  return phrase?.start === 0 ? { ...phrase, start, end: start + phrase.end } : null;
}

const NUMBERED =
  /1([.):]) {0,2}[a-z]{3,8}(?:[\s,;|]{1,12}\d{1,2}\1 {0,2}[a-z]{3,8}){11,23}(?![a-z]|\[REDACTED:)/y;

/** A phrase whose words are numbered, on one line or below each other. */
export const NUMBERED_PHRASE: PrefixRule = {
  prefixes: ["1. ", "1) ", "1: "],
  match(view, at) {
    const found = isEdgeBefore(view, at) ? matchAt(NUMBERED, view.text, at) : null;
    const words = found?.[0].match(/[a-z]{3,8}/g) ?? [];
    if (found === null || !words.every((word) => WORDS.has(word))) return null;
    return { start: at, end: at + found[0].length, category: "mnemonic" };
  },
};

function phraseEnd(text: string, from: number, gap: string): number {
  let end = from;
  for (let more = 0; more < MAX_MORE_WORDS; more += 1) {
    const next = matchAt(NEXT_WORD, text, end);
    if (next === null || next[1] !== gap || !WORDS.has(next[2] ?? "")) break;
    end += next[0].length;
  }
  return end;
}
