/**
 * Finds text that may stand for something else: hex, base64, base32, dumps of bytes, and long words
 * that look random. The scrub knows kinds of secrets by their form, and an encoding hides the form.
 *
 * Blocks are replaced by a note of their length, so that the rest of a lock file or a log can still
 * be read. The time is linear in the length of the text.
 */

/** Shorter ones are names, versions and short commit ids. */
const SHORTEST = 24;
const WORD = /[A-Za-z0-9+/=_-]{24,}/g;
/** What separates names in a path or an identifier; a base64 text has it too, but rarely. */
const PARTS = /[/_+=-]+/;
const HEX = /^(?:0x)?[0-9a-f]+$/i;
const BASE32 = /^[A-Z2-7]{24,}$/;
const MOST_LETTERS = 32;
/** The share of neighbours that are of another kind: two thirds in base64, a fifth in camelCase. */
const RANDOM_CHANGES = 0.42;

/** Ten or more bytes one after the other, in hex, octal or decimal. */
const DUMP =
  /(?:(?:^|[\s,:;|-]{1,3})(?:0x|\\x|\\)?(?:[0-9a-f]{2}|[0-9a-f]{4}|[0-9]{1,3})(?=$|[\s,:;|-])){10,}/gi;
/** A digit or the letter of a hex number in most of them; otherwise these are short words. */
const HAS_DIGIT = /[0-9]/;
/** The last line of a block is shorter than the others. */
const REST_OF_BLOCK = /^\s*[A-Za-z0-9+/]{2,}={0,2}\s*$|^(?=.*\S)[\s0-9a-fx,:;|\\-]+$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const NOT_TEXT = /[\uFFFD\0-\x08\x0e-\x1f\x7f-\x9f]/;

export function withoutEncoded(text: string): string {
  let wasBlock = false;
  return text
    .split("\n")
    .map((line) => {
      const shown = lineWithoutEncoded(line);
      const isRest = wasBlock && shown === line && REST_OF_BLOCK.test(line);
      wasBlock = isRest || (shown !== line && shown.trim().startsWith("[withheld"));
      return isRest ? withheld(line.trim()) : shown;
    })
    .join("\n");
}

function lineWithoutEncoded(line: string): string {
  if (NOT_TEXT.test(line)) return withheld(line);
  return line
    .replace(DUMP, (dump) => (HAS_DIGIT.test(dump) ? ` ${withheld(dump.trim())}` : dump))
    .replace(WORD, (word) => (isEncoded(word) ? withheld(word) : word));
}

function withheld(part: string): string {
  return `[withheld: ${part.length} characters]`;
}

function isEncoded(word: string): boolean {
  const parts = word.split(PARTS);
  if (parts.some(isRandomPart)) return true;
  // Base64 with its own separators: the parts alone are too short to tell.
  return isMixed(word) && changes(word) > RANDOM_CHANGES && !parts.some(isPlainWord);
}

function isRandomPart(part: string): boolean {
  if (part.length < SHORTEST) return false;
  if (HEX.test(part)) return part.length >= MOST_LETTERS && !/^(.)\1*$/.test(part);
  if (BASE32.test(part) || part.length > 2 * MOST_LETTERS) return true;
  if (/^[a-z]+$|^[A-Z]+$/.test(part)) return part.length >= MOST_LETTERS;
  return changes(part) > RANDOM_CHANGES;
}

/** A run of small letters that a person could have written. */
function isPlainWord(part: string): boolean {
  return /^[A-Z]?[a-z]{5,}$/.test(part);
}

function isMixed(word: string): boolean {
  return /[a-z]/.test(word) && /[A-Z]/.test(word) && /[0-9]/.test(word);
}

function changes(word: string): number {
  let count = 0;
  for (let index = 1; index < word.length; index += 1) {
    if (kindAt(word, index) !== kindAt(word, index - 1)) count += 1;
  }
  return count / (word.length - 1);
}

function kindAt(word: string, index: number): "upper" | "lower" | "digit" | "other" {
  const letter = word.charAt(index);
  if (letter >= "a" && letter <= "z") return "lower";
  if (letter >= "A" && letter <= "Z") return "upper";
  return letter >= "0" && letter <= "9" ? "digit" : "other";
}
