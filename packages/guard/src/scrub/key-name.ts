/**
 * What a name says about the value beside it: `DB_PASSWORD`, `spring.datasource.password`,
 * `myApiKey`, `--client-secret`. Names are read from their last word backwards, because that one
 * says what the value is: a `token_type` is no token, and a `password_file` no password.
 */
import * as characters from "./characters.ts";
import { type KeyMeaning, NAMES, WHICH_ONE } from "./names-of-secrets.ts";
import * as trie from "./suffix-trie.ts";
import type { Text } from "./text.ts";

// Bound here once: what is imported is fetched and checked again at each use.
const { isDigitAt } = characters;
const { isLetterSymbol, isWordStart, nodeBehind, rootNode, suffixTrie, symbolOf } = trie;

const [DASH, DOT, UNDERSCORE_MARK] = [45, 46, 95];
const MAX_WHICH = 3;
const MAX_WHICH_DIGITS = 16;
const MAX_WORDS_JOINED = 4;

const LETTER_F = letterBit(102);
const LETTERS_OF_CLOUDS = letterBit(119) | letterBit(122);
const LETTERS_TOP = letterBit(116) | letterBit(111) | letterBit(112);

const ALL_NAMES = [...NAMES];
// By the value of a name in the trie, which is one more than its place in the list.
const MEANINGS: readonly (KeyMeaning | undefined)[] = [
  undefined,
  ...ALL_NAMES.map(([, { meaning }]) => (meaning === "open" ? undefined : meaning)),
];
/** Names of keys that everybody may see. */
const IS_OPEN = flags(([, { meaning }]) => meaning === "open");
/** Names that also count as the end of a longer word. */
const IS_ENDING = flags(([, { meaning, isEnding }]) => isEnding && meaning !== "open");
/** Names that say no more than their word where nothing else stands before them. */
const IS_FINAL = flags(([name, { meaning }]) => isFinal(name, meaning));
const BY_ENDING = suffixTrie(ALL_NAMES.map(([name], index) => [name, index + 1] as const));

function flags(holds: (entry: (typeof ALL_NAMES)[number]) => boolean): Uint8Array {
  return Uint8Array.from([0, ...ALL_NAMES.map((entry) => (holds(entry) ? 1 : 0))]);
}

const WHICH_BY_ENDING = suffixTrie(WHICH_ONE.split(" ").map((word) => [word, 1] as const));
const { next: NEXT, values: VALUES } = BY_ENDING;
const { next: WHICH_NEXT, values: WHICH_VALUES } = WHICH_BY_ENDING;

const ASCII = 128;
/** Whether some name ends with these two units: most names of a log end with others. */
const LAST_TWO = lastTwo();

/** A digit may number a name: `password2`; and one may end with an underscore. */
function lastTwo(): Uint8Array {
  const table = new Uint8Array(ASCII * ASCII);
  const add = (name: string): void => {
    table[name.charCodeAt(name.length - 2) * ASCII + name.charCodeAt(name.length - 1)] = 1;
  };
  for (const name of [...NAMES.keys(), "default", ...WHICH_ONE.split(" ")]) {
    const [first = "", last = ""] = name.slice(-2);
    for (const one of [first, first.toUpperCase()]) {
      for (const other of [last, last.toUpperCase()]) add(one + other);
    }
  }
  for (let first = 0; first < ASCII; first += 1) {
    for (const last of "0123456789_") add(String.fromCharCode(first) + last);
  }
  return table;
}

/** A cheap look at the last two units of a name. */
export function mayEndName(first: number, last: number): boolean {
  return first < ASCII && last < ASCII && LAST_TWO[first * ASCII + last] === 1;
}

/** What the name means that stands here. It is read where it stands: names need not repeat. */
export function meaningOfKey(text: Text, start = 0, end = text.length): KeyMeaning | null {
  const direct = decide(text, start, end);
  if (direct !== null) return direct;
  const shorter = withoutWhich(text, start, end);
  return shorter === end ? null : decide(text, start, shorter);
}

/** Where the name ends when up to three words are left off that say which one it is. */
function withoutWhich(text: Text, start: number, end: number): number {
  let rest = end;
  for (let count = 0; count < MAX_WHICH; count += 1) {
    const from = whichStart(text, start, rest);
    if (from === rest) return rest;
    const mark = from > start ? (text.units[from - 1] as number) : 0;
    rest = mark === UNDERSCORE_MARK || mark === DOT || mark === DASH ? from - 1 : from;
  }
  return rest;
}

/** Where the longest word begins that ends here and says which one; `end` if none does. */
function whichStart(text: Text, start: number, end: number): number {
  const { units } = text;
  let longest = end;
  let node = rootNode();
  for (let at = end - 1; at >= start && node !== 0; at -= 1) {
    node = nodeBehind(WHICH_NEXT, node, symbolOf(units[at] as number));
    if (WHICH_VALUES[node] !== 0) longest = at;
  }
  const least = Math.max(start, end - MAX_WHICH_DIGITS);
  let digits = end;
  while (digits > least && isDigitAt(text, digits - 1)) digits -= 1;
  return digits < longest ? digits : longest;
}

/** The longest name wins, in whole words: `secret access key` is more than a `key`. */
function decide(text: Text, start: number, end: number): KeyMeaning | null {
  const { units } = text;
  let node = rootNode();
  let words = 0;
  let named = 0;
  let namedAt = end;
  let after = 0;
  let symbol = symbolOf(units[end - 1] as number);
  for (let at = end - 1; at >= start; at -= 1) {
    const before = at > start ? symbolOf(units[at - 1] as number) : 0;
    if (isLetterSymbol(symbol)) {
      node = nodeBehind(NEXT, node, symbol);
      if (node === 0) break;
      const isWhole = isWordStart(before, symbol, after);
      if (isWhole) words += 1;
      const value = VALUES[node] as number;
      if (value !== 0) {
        if (isWhole && words === 2 && IS_OPEN[value] === 1) return null;
        if (isWhole ? IS_OPEN[value] === 0 : words === 0 && IS_ENDING[value] === 1) {
          named = value;
          namedAt = at;
        }
      }
      if (words === MAX_WORDS_JOINED) break;
    } else if (symbol !== 0) {
      // A digit is part of no name.
      break;
    }
    after = symbol;
    symbol = before;
  }
  const meaning = MEANINGS[named];
  if (meaning === undefined) return null;
  const isAll = namedAt === start && IS_FINAL[named] === 1;
  return isAll ? meaning : refined(text, start, end, meaning);
}

const AWS: KeyMeaning = { category: "aws", sureness: "strong" };
const AZURE: KeyMeaning = { category: "azure", sureness: "strong" };
const TOTP: KeyMeaning = { category: "totp-seed", sureness: "strong" };

/** Whose it is, where the name says that too. */
function refined(text: Text, start: number, end: number, meaning: KeyMeaning): KeyMeaning {
  if (meaning.sureness !== "strong") return meaning;
  let letters = 0;
  for (let at = start; at < end; at += 1) letters |= letterBit(text.units[at] as number);
  const mayBeOfCloud = isOfSomebody(meaning) && mayBeCloud(letters);
  if (!mayBeOfCloud && !mayBeTotp(letters)) return meaning;
  const name = text.string.slice(start, end);
  if (mayBeOfCloud && /aws|amz/i.test(name)) return AWS;
  if (mayBeOfCloud && /azure/i.test(name)) return AZURE;
  return mayBeTotp(letters) && /totp|otp_?s|mfa|2fa/i.test(name) ? TOTP : meaning;
}

function isFinal(name: string, meaning: KeyMeaning | "open"): boolean {
  let letters = 0;
  for (let at = 0; at < name.length; at += 1) letters |= letterBit(name.charCodeAt(at));
  return !(isOfSomebody(meaning) && mayBeCloud(letters)) && !mayBeTotp(letters);
}

/** A password is one whosever it is; for other secrets it matters. */
function isOfSomebody(meaning: KeyMeaning | "open"): boolean {
  return meaning === "open" || meaning.category !== "password";
}

/** One bit for each letter of a name: a look at which letters it has decides for most. */
function letterBit(code: number): number {
  return code < 65 ? 0 : 1 << ((code | 32) - 97);
}

/** `aws` and `amz` or `azure` have one of these. */
function mayBeCloud(letters: number): boolean {
  return (letters & LETTERS_OF_CLOUDS) !== 0;
}

/** `totp` and `otp`, `mfa` and `2fa`. */
function mayBeTotp(letters: number): boolean {
  return (letters & LETTERS_TOP) === LETTERS_TOP || (letters & LETTER_F) !== 0;
}
