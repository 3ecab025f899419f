/**
 * Values that are no secret although their name says so: words, types and references to variables;
 * `value-head.ts` has those that show it in their first units. Whatever refuses a value must refuse
 * each beginning of it too, because a secret further inside may be redacted first.
 */
import * as characters from "./characters.ts";
import * as trie from "./suffix-trie.ts";
import type { Text } from "./text.ts";
import * as heads from "./value-head.ts";

// Bound here once: what is imported is fetched and checked again at each use.
const { hasDigit, hasUpper, isDigitAt, isWord, kindOf, unitAt } = characters;
const { nodeBehind, rootNode, suffixTrie, symbolOf } = trie;
const { HEAD } = heads;

const HARMLESS_WORDS =
  "true false null nil none undefined yes no on off required optional invalid missing expired " +
  "empty string str number int integer boolean bool object array any unknown void never text " +
  "varchar char blob bytes byte secret token tokens redacted hidden masked filtered " +
  "removed changed set unset default fail pass passed enabled disabled failed failure ok error errors incorrect " +
  "wrong denied accepted rejected expected unexpected found not must should cannot is was " +
  "are has have for and or the a an to of in by with from prompt input output value data args " +
  "self this new old your my example placeholder todo tbd unauthorized forbidden valid " +
  "refused revoked rotated updated created deleted generated provided given match mismatch " +
  "mismatched reset change forgot forgotten plaintext plain md5 sha256 bcrypt bearer basic digest " +
  "localhost development production staging test testing public private internal external " +
  "authentication authorization function async await return const let var " +
  "readonly option strong weak short long too never always unavailable " +
  "skipped pending loading success successful ready stored saved read written verified " +
  "eof end identifier keyword comma colon semicolon newline whitespace operator number";
const HARMLESS = suffixTrie(HARMLESS_WORDS.split(" ").map((word) => [word, 1] as const));
const HARMLESS_WITH_MARKS = /^(?:n\/a|can't|optional\[str\]|str\|none)$/i;
const LONGEST_WITH_MARKS = 13;
/** Names of secrets are what code puts in their place; `key` only behind an underscore. */
const [NAME, NAME_BEHIND_UNDERSCORE] = [1, 2];
const NAMES_OF_SECRETS = suffixTrie(
  "password passwd secret token apikey key credential credentials passphrase pwd seed"
    .split(" ")
    .flatMap((name) => [name, `${name}s`])
    .map((name) => [name, /^keys?$/.test(name) ? NAME_BEHIND_UNDERSCORE : NAME] as const),
);
const { next: HARMLESS_NEXT, values: HARMLESS_VALUES } = HARMLESS;
const { next: NAME_NEXT, values: NAME_VALUES } = NAMES_OF_SECRETS;
/** The longest of them, and of numbers of few digits. */
const LONGEST_WORD = 80;
const FEW_DIGITS = /^-?\d{1,5}(?:\.\d*)?(?:ms|s|m|h|d|kb|mb|gb|%)?$/i;
const SHORTEST = 4;
const MEMBER = /^[A-Za-z_$]+(?:\.[A-Za-z_$]+)+$/;
const TYPE =
  /^(?:[a-z]+(?:[A-Z][a-z]+)*Key|[A-Z]+(?:_[A-Z]+)+|[A-Z][a-z]+(?:[A-Z][a-z]+)*[A-Z]{0,3}|U?[Ii]nt\d{1,3}(?:Array|_t)?|[A-Z]\w{0,30}Array)$/;
const VARIABLE = /^[a-z]+(?:[A-Z][a-z]+)+$/;
const SHORTEST_IN_PROSE = 8;

export interface Surroundings {
  readonly isQuoted: boolean;
  /** The name stands in a sentence, not at the beginning of a line or list. */
  readonly isProse: boolean;
  /** Name and value have a line of their own: a file of settings, not a line of code. */
  readonly isSetting: boolean;
  /** `token: accountOfPayer`: a blank before the value, as in code. */
  readonly isSpaced?: boolean;
}

const UNDERSCORE_MARK = 95;
const OTHER = 1 << 20;
const DOLLAR_MARK = 1 << 21;

/** Whether a whole value beside a name that means a secret may be shown all the same. */
export function isPlainValue(
  text: Text,
  start: number,
  end: number,
  surroundings: Surroundings,
): boolean {
  return isPlainWord(text, start, end) || isPlainAmid(text, start, end, surroundings);
}

/** Whether it may be shown whatever stands around it. */
export function isPlainWord(text: Text, start: number, end: number): boolean {
  const length = end - start;
  if (length < SHORTEST) return true;
  if (length > LONGEST_WORD) return false;
  return isHarmless(text, start, end) || isFewDigits(text, start, end);
}

/** Whether it may be shown because of what stands around it. */
export function isPlainAmid(
  text: Text,
  start: number,
  end: number,
  { isQuoted, isProse, isSetting, isSpaced = false }: Surroundings,
): boolean {
  const length = end - start;
  if (length > HEAD) return false;
  if (isProse && length < SHORTEST_IN_PROSE && !/[!@#$^&*]/.test(text.string.slice(start, end)))
    return true;
  if (isQuoted) return isNameOfSecret(text, start, end);
  if (isProse && /^[A-Za-z]?[a-z'-]+$/.test(text.string.slice(start, end))) return true;
  if (isSetting) return false;
  if (isNameOfSecret(text, start, end)) return true;
  const kinds = kindsOf(text, start, end);
  if ((kinds & OTHER) !== 0) {
    return !hasDigit(kinds) && MEMBER.test(text.string.slice(start, end));
  }
  // Without a capital letter, only `int32_t` and its like are left.
  if ((kinds & DOLLAR_MARK) !== 0 || !(hasUpper(kinds) || unitAt(text, start) === 105))
    return false;
  const value = text.string.slice(start, end);
  return (isSpaced && VARIABLE.test(value)) || TYPE.test(value);
}

/** What the units of a value are, as bits; `OTHER` and `DOLLAR_MARK` for those that no word has. */
function kindsOf(text: Text, start: number, end: number): number {
  let kinds = 0;
  for (let at = start; at < end; at += 1) {
    const code = unitAt(text, at);
    const kind = kindOf(code);
    if (isWord(kind)) kinds |= kind;
    else kinds |= code === 36 ? DOLLAR_MARK : OTHER;
  }
  return kinds;
}

function isHarmless(text: Text, start: number, end: number): boolean {
  const { units } = text;
  let node = rootNode();
  for (let at = end - 1; at >= start; at -= 1) {
    node = nodeBehind(HARMLESS_NEXT, node, symbolOf(units[at] as number));
    if (node === 0) {
      return (
        end - start <= LONGEST_WITH_MARKS &&
        isMarkAt(text, at) &&
        HARMLESS_WITH_MARKS.test(text.string.slice(start, end))
      );
    }
  }
  return HARMLESS_VALUES[node] !== 0;
}

/** One of the marks in those words: the walk from their end stops there, or at a bracket. */
function isMarkAt(text: Text, at: number): boolean {
  const code = unitAt(text, at);
  return code === 47 || code === 39 || code === 93 || code === 124;
}

function isFewDigits(text: Text, start: number, end: number): boolean {
  if (unitAt(text, start) !== 45 && !isDigitAt(text, start)) return false;
  return FEW_DIGITS.test(text.string.slice(start, end));
}

/** `dbPassword`, `api_key`: what code writes in the place of a secret. */
export function isNameOfSecret(text: Text, start: number, end: number): boolean {
  const { units } = text;
  let node = rootNode();
  for (let at = end - 1; at >= start; at -= 1) {
    node = nodeBehind(NAME_NEXT, node, symbolOf(units[at] as number));
    if (node === 0) return false;
    const value = NAME_VALUES[node] as number;
    if (value === 0) continue;
    if (value === NAME || (at > start && units[at - 1] === UNDERSCORE_MARK)) {
      return isIdentifier(text, start, at);
    }
  }
  return false;
}

/** Letters, `_` and `$`: with a digit in it, it is no name of a variable but a password. */
function isIdentifier(text: Text, start: number, end: number): boolean {
  const kinds = kindsOf(text, start, end);
  return (kinds & OTHER) === 0 && !hasDigit(kinds);
}
