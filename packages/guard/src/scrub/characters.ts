/**
 * What each character may be part of, as bits, so that a whole word is known by one OR.
 *
 * The bits and their table are this file's own, and others ask: what is exported is fetched and
 * checked again at each use, and that costs more than the look itself.
 */
import type { Text } from "./text.ts";

const DIGIT = 1;
const HEX_LOWER = 2;
const HEX_UPPER = 4;
const LOWER = 8;
const UPPER = 16;
const UNDERSCORE = 32;
/** Characters beside which a rule starts looking. */
const ANCHOR = 64;
/** Characters that tokens, base64 and signatures are made of. */
const TOKEN = 128;

/** What names are joined with, beside the underscore. */
const JOINT = 256;
/** What may stand between a name and its operator. */
const BETWEEN = 512;

/** Where a value without quotes ends. */
const ENDS_VALUE = 1_024;
/** Where it may end, depending on what follows. */
const SEPARATOR = 2_048;
/** Marks at the end of a value that belong to the sentence around it. */
const TRAILING = 4_096;

/** What may begin a placeholder or an escape. */
const INTERRUPTS = 65_536;

/** What lines of base64 are made of. */
const BASE64 = 8_192;

/** What types are written with: `Option<&str>`, `string[]`. */
const IN_TYPE = 16_384;

/** What stands before a name in code, lists and settings, and not in a sentence. */
const NO_PROSE = 32_768;

const WORD = DIGIT | HEX_LOWER | HEX_UPPER | LOWER | UPPER | UNDERSCORE;
const HEX = DIGIT | HEX_LOWER | HEX_UPPER;
const LETTER = HEX_LOWER | HEX_UPPER | LOWER | UPPER;

const TYPE = WORD | IN_TYPE;
/** What names are made of: `spring.datasource.password`, `client-secret`, `$token`. */
const NAME = WORD | JOINT;

/** What stands outside of the text: no unit, and of no kind. */
const NONE = 65_536;

/** One entry for each UTF-16 unit, and one for `NONE`: a look-up without a comparison is what keeps the scan fast. */
const KINDS = kinds();

function kinds(): Uint32Array {
  const table = new Uint32Array(NONE + 1);
  const add = (characters: string, kind: number): void => {
    for (const character of characters) {
      const code = character.charCodeAt(0);
      table[code] = (table[code] ?? 0) | kind;
    }
  };
  add("0123456789", DIGIT | TOKEN);
  add("abcdef", HEX_LOWER | TOKEN);
  add("ABCDEF", HEX_UPPER | TOKEN);
  add("ghijklmnopqrstuvwxyz", LOWER | TOKEN);
  add("GHIJKLMNOPQRSTUVWXYZ", UPPER | TOKEN);
  add("_", UNDERSCORE | TOKEN);
  add("-+/=.~%", TOKEN);
  add("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", BASE64);
  add(".:<>[]?", IN_TYPE);
  add("\n\r{[(,;?&\"'`<>|+\\$/:=\0-", NO_PROSE);
  add("-.$", JOINT);
  add(" \t\"'\\]", BETWEEN);
  add("\n\r\t\0 \"'`<>", ENDS_VALUE);
  add(",;&|)]}", SEPARATOR);
  add(",;:.)}]|&!?", TRAILING);
  add("[\\", INTERRUPTS);
  add("=:@>\n", ANCHOR);
  return table;
}

/** The unit at a place; outside of the text, one that is of no kind. */
export function unitAt(text: Text, at: number): number {
  return at >= 0 && at < text.length ? (text.units[at] as number) : NONE;
}

export function isOutside(code: number): boolean {
  return code === NONE;
}

/** What a unit may be part of. */
export function kindOf(code: number): number {
  return KINDS[code] as number;
}

export function kindAt(text: Text, at: number): number {
  return KINDS[unitAt(text, at)] as number;
}

export function isWord(kind: number): boolean {
  return (kind & WORD) !== 0;
}

export function isWordAt(text: Text, at: number): boolean {
  return (kindAt(text, at) & WORD) !== 0;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isDigitAt(text: Text, at: number): boolean {
  return (kindAt(text, at) & DIGIT) !== 0;
}

export function isHexAt(text: Text, at: number): boolean {
  return (kindAt(text, at) & HEX) !== 0;
}

/** A place beside which a rule starts looking. */
export function isAnchor(kind: number): boolean {
  return (kind & ANCHOR) !== 0;
}

/** What tokens, base64 and signatures are made of. */
export function isToken(kind: number): boolean {
  return (kind & TOKEN) !== 0;
}

/** What names are made of. */
export function isNameAt(text: Text, at: number): boolean {
  return (kindAt(text, at) & NAME) !== 0;
}

/** What types are made of. */
export function isTypeAt(text: Text, at: number): boolean {
  return (kindAt(text, at) & TYPE) !== 0;
}

/** What names and types begin with. */
export function beginsNameAt(text: Text, at: number): boolean {
  return (kindAt(text, at) & WORD & ~DIGIT) !== 0;
}

/** What may stand between a name and its operator. */
export function isBetweenAt(text: Text, at: number): boolean {
  return (kindAt(text, at) & BETWEEN) !== 0;
}

/** What stands before a name in code, lists and settings, and not in a sentence. */
export function isNoProseAt(text: Text, at: number): boolean {
  return (kindAt(text, at) & NO_PROSE) !== 0;
}

export function isBase64(kind: number): boolean {
  return (kind & BASE64) !== 0;
}

/** Where a value without quotes ends. */
export function endsValue(kind: number): boolean {
  return (kind & ENDS_VALUE) !== 0;
}

/** Where it may end, depending on what follows. */
export function isSeparator(kind: number): boolean {
  return (kind & SEPARATOR) !== 0;
}

/** Where it may end for any reason: of most units this is all that is asked. */
export function mayEndValue(kind: number): boolean {
  return (kind & (ENDS_VALUE | SEPARATOR | INTERRUPTS)) !== 0;
}

/** What may follow the closing bracket behind a value. */
export function endsOrTrails(kind: number): boolean {
  return (kind & (ENDS_VALUE | SEPARATOR | TRAILING)) !== 0;
}

/** Marks at the end of a value that belong to the sentence around it. */
export function isTrailingAt(text: Text, at: number): boolean {
  return (kindAt(text, at) & TRAILING) !== 0;
}

/** Whether a word with these kinds holds nothing but hex digits. */
export function isHex(kinds: number): boolean {
  return (kinds & WORD & ~HEX) === 0;
}

export function isDigits(kinds: number): boolean {
  return (kinds & WORD) === DIGIT;
}

export function isLowerCase(kinds: number): boolean {
  return (kinds & WORD & ~(LOWER | HEX_LOWER)) === 0;
}

export function hasDigit(kinds: number): boolean {
  return (kinds & DIGIT) !== 0;
}

export function hasLetter(kinds: number): boolean {
  return (kinds & LETTER) !== 0;
}

export function hasUpper(kinds: number): boolean {
  return (kinds & (UPPER | HEX_UPPER)) !== 0;
}

export function hasUnderscore(kinds: number): boolean {
  return (kinds & UNDERSCORE) !== 0;
}

/** Long and random enough for a secret are only those that have both. */
export function hasDigitAndLetter(kinds: number): boolean {
  return (kinds & DIGIT) !== 0 && (kinds & LETTER) !== 0;
}

/** What `\\s` of an expression means. */
export function isSpace(code: number): boolean {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13);
  return code >= 160 && /\s/.test(String.fromCharCode(code));
}

/** One of the three that strings are written in. */
export function isQuote(code: number): boolean {
  return code === 34 || code === 39 || code === 96;
}

/** Whether this word ends before `end`, in either case, and begins at `least` or behind it. */
export function endsWithLetters(text: Text, least: number, end: number, letters: string): boolean {
  const start = end - letters.length;
  if (start < least) return false;
  for (let at = letters.length - 1; at >= 0; at -= 1) {
    const code = unitAt(text, start + at);
    const letter = letters.charCodeAt(at);
    if (code !== letter && (letter < 97 || (code | 32) !== letter)) return false;
  }
  return true;
}

/**
 * Whether a digit stands here. The same units are asked about again and again where one beginning
 * of a token follows another, and are looked at once.
 */
export function hasDigitWithin(text: Text, from: number, until: number): boolean {
  const isKnown = from >= text.searchedFrom && from <= text.searchedTo;
  let at = isKnown ? text.searchedTo : from;
  while (at < until && !isDigitAt(text, at)) at += 1;
  if (!isKnown) text.searchedFrom = from;
  text.searchedTo = at;
  return at < until;
}
