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

export const WORD = DIGIT | HEX_LOWER | HEX_UPPER | LOWER | UPPER | UNDERSCORE;
const HEX = DIGIT | HEX_LOWER | HEX_UPPER;
const LETTER = HEX_LOWER | HEX_UPPER | LOWER | UPPER;

/** One entry for each UTF-16 unit: a look-up without a comparison is what keeps the scan fast. */
export const KINDS = kinds();

function kinds(): Uint8Array {
  const table = new Uint8Array(65_536);
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
  add("=:@>\n", ANCHOR);
  return table;
}

function kindAt(text: string, at: number): number {
  return KINDS[text.charCodeAt(at)] ?? 0;
}

export function isWordAt(text: string, at: number): boolean {
  return (kindAt(text, at) & WORD) !== 0;
}

/** Whether a word with these kinds holds nothing but hex digits. */
export function isHex(kinds: number): boolean {
  return (kinds & WORD & ~HEX) === 0;
}

export function hasLetter(kinds: number): boolean {
  return (kinds & LETTER) !== 0;
}
