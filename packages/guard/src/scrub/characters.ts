import type { Text } from "./text.ts";

/** What each character may be part of, as bits, so that a whole word is known by one OR. */
export const DIGIT = 1;
export const HEX_LOWER = 2;
const HEX_UPPER = 4;
export const LOWER = 8;
const UPPER = 16;
export const UNDERSCORE = 32;
/** Characters beside which a rule starts looking. */
export const ANCHOR = 64;
/** Characters that tokens, base64 and signatures are made of. */
export const TOKEN = 128;

/** What names are joined with, beside the underscore. */
const JOINT = 256;
/** What may stand between a name and its operator. */
export const BETWEEN = 512;

/** Where a value without quotes ends. */
export const ENDS_VALUE = 1_024;
/** Where it may end, depending on what follows. */
export const SEPARATOR = 2_048;
/** Marks at the end of a value that belong to the sentence around it. */
export const TRAILING = 4_096;

/** What lines of base64 are made of. */
export const BASE64 = 8_192;

/** What types are written with: `Option<&str>`, `string[]`. */
const IN_TYPE = 16_384;

/** What stands before a name in code, lists and settings, and not in a sentence. */
export const NO_PROSE = 32_768;

export const WORD = DIGIT | HEX_LOWER | HEX_UPPER | LOWER | UPPER | UNDERSCORE;
const HEX = DIGIT | HEX_LOWER | HEX_UPPER;
const LETTER = HEX_LOWER | HEX_UPPER | LOWER | UPPER;

export const TYPE = WORD | IN_TYPE;
/** What names are made of: `spring.datasource.password`, `client-secret`, `$token`. */
export const NAME = WORD | JOINT;

/** One entry for each UTF-16 unit, and one for `NONE`: a look-up without a comparison is what keeps the scan fast. */
export const KINDS = kinds();

function kinds(): Uint16Array {
  const table = new Uint16Array(65_537);
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
  add("=:@>\n", ANCHOR);
  return table;
}

/** What stands outside of the text: no unit, and of no kind. */
export const NONE = 65_536;

/** The unit at a place, or `NONE` outside of the text. */
export function unitAt(text: Text, at: number): number {
  return at >= 0 && at < text.length ? (text.units[at] as number) : NONE;
}

export function kindAt(text: Text, at: number): number {
  return KINDS[unitAt(text, at)] as number;
}

export function isWordAt(text: Text, at: number): boolean {
  return (kindAt(text, at) & WORD) !== 0;
}

export function isDigitAt(text: Text, at: number): boolean {
  return (kindAt(text, at) & DIGIT) !== 0;
}

export function isHexAt(text: Text, at: number): boolean {
  return (kindAt(text, at) & HEX) !== 0;
}

/** Whether a word with these kinds holds nothing but hex digits. */
export function isHex(kinds: number): boolean {
  return (kinds & WORD & ~HEX) === 0;
}

export function hasLetter(kinds: number): boolean {
  return (kinds & LETTER) !== 0;
}

export function hasUpper(kinds: number): boolean {
  return (kinds & (UPPER | HEX_UPPER)) !== 0;
}
