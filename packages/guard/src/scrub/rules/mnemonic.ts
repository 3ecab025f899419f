/** BIP-39 phrases: twelve and more words of its list in a row, with the same gap between them. */
import { wordlist } from "@scure/bip39/wordlists/english";
import { type Match, matchAt } from "../view.ts";

/** Words that could be of the list by their letters. */
const TWELVE_WORDS = /(?<!\w)[a-z]{3,8}(\n|,? |,)(?:[a-z]{3,8}\1){10}[a-z]{3,8}(?!\w)/g;
const NEXT_WORD = /(\n|,? |,)([a-z]{3,8})(?!\w)/y;
/** Two phrases may follow each other, and a word before a phrase may be of the list by chance. */
const MAX_MORE_WORDS = 52;
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

function phraseEnd(text: string, from: number, gap: string): number {
  let end = from;
  for (let more = 0; more < MAX_MORE_WORDS; more += 1) {
    const next = matchAt(NEXT_WORD, text, end);
    if (next === null || next[1] !== gap || !WORDS.has(next[2] ?? "")) break;
    end += next[0].length;
  }
  return end;
}
