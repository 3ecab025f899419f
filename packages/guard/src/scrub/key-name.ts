/**
 * What a name says about the value beside it: `DB_PASSWORD`, `spring.datasource.password`,
 * `myApiKey`, `--client-secret`. Names are read from their last word backwards, because that one
 * says what the value is: a `token_type` is no token, and a `password_file` no password.
 */
import { isDigitAt } from "./characters.ts";
import { type KeyMeaning, NAMES, WHICH_ONE } from "./names-of-secrets.ts";
import { NOWHERE, ROOT, suffixTrie } from "./suffix-trie.ts";
import type { Text } from "./text.ts";

const [DASH, DOT, UNDERSCORE_MARK] = [45, 46, 95];
const MAX_WHICH = 3;
const MAX_WHICH_DIGITS = 16;
const MAX_WORDS_JOINED = 4;

const BY_ENDING = suffixTrie(NAMES);
const WHICH_BY_ENDING = suffixTrie(WHICH_ONE.split(" ").map((word) => [word, true] as const));

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
  let longest = end;
  let node = ROOT;
  for (let at = end - 1; at >= start && node !== NOWHERE; at -= 1) {
    node = WHICH_BY_ENDING.step(node, text.units[at] as number);
    if (WHICH_BY_ENDING.valueAt(node) === true) longest = at;
  }
  const least = Math.max(start, end - MAX_WHICH_DIGITS);
  let digits = end;
  while (digits > least && isDigitAt(text, digits - 1)) digits -= 1;
  return digits < longest ? digits : longest;
}

/** The longest name wins, in whole words: `secret access key` is more than a `key`. */
function decide(text: Text, start: number, end: number): KeyMeaning | null {
  const { units } = text;
  let node = ROOT;
  let words = 0;
  let named: KeyMeaning | null = null;
  let after = 0;
  let code = units[end - 1] as number;
  for (let at = end - 1; at >= start && words < MAX_WORDS_JOINED; at -= 1) {
    const before = at > start ? (units[at - 1] as number) : 0;
    if (isLetter(code)) {
      node = BY_ENDING.step(node, code);
      if (node === NOWHERE) break;
      const isWhole = isWordStart(before, code, after);
      if (isWhole) words += 1;
      const entry = BY_ENDING.valueAt(node);
      if (entry !== undefined) {
        if (entry.meaning === "open") {
          if (isWhole && words === 2) return null;
        } else if (isWhole || (words === 0 && entry.isEnding)) {
          named = entry.meaning;
        }
      }
    } else if (isDigit(code)) {
      break;
    }
    after = code;
    code = before;
  }
  return named === null ? null : refined(text, start, end, named);
}

/** Where `myApiKey`, `APIKey` and `api_key` have a word beginning. */
function isWordStart(before: number, code: number, after: number): boolean {
  if (!isLetter(before)) return true;
  return !isLowerCase(code) && (isLowerCase(before) || isLowerCase(after));
}

function isLetter(code: number): boolean {
  return isLowerCase(code | 32) && code < 123;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLowerCase(code: number): boolean {
  return code >= 97 && code <= 122;
}

const AWS: KeyMeaning = { category: "aws", sureness: "strong" };
const AZURE: KeyMeaning = { category: "azure", sureness: "strong" };
const TOTP: KeyMeaning = { category: "totp-seed", sureness: "strong" };

/** Whose it is, where the name says that too. */
function refined(text: Text, start: number, end: number, meaning: KeyMeaning): KeyMeaning {
  if (meaning.sureness !== "strong") return meaning;
  const letters = lettersIn(text, start, end);
  const isPassword = meaning.category === "password";
  const mayBeCloud = !isPassword && (letters & (LETTER_W | LETTER_Z)) !== 0;
  const mayBeTotp = (letters & LETTERS_TOP) === LETTERS_TOP || (letters & LETTER_F) !== 0;
  if (!mayBeCloud && !mayBeTotp) return meaning;
  const name = text.string.slice(start, end);
  if (mayBeCloud && /aws|amz/i.test(name)) return AWS;
  if (mayBeCloud && /azure/i.test(name)) return AZURE;
  return mayBeTotp && /totp|otp_?s|mfa|2fa/i.test(name) ? TOTP : meaning;
}

/** Which letters a name holds, as bits: a look that decides for most names. */
function lettersIn(text: Text, start: number, end: number): number {
  let letters = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.units[at] as number;
    if (code >= 65) letters |= letterBit(code);
  }
  return letters;
}

function letterBit(code: number): number {
  return 1 << ((code | 32) - 97);
}

const LETTER_F = letterBit(102);
const LETTER_W = letterBit(119);
const LETTER_Z = letterBit(122);
const LETTERS_TOP = letterBit(116) | letterBit(111) | letterBit(112);
