/**
 * Values that are no secret although their name says so: words, types and references to variables;
 * `value-head.ts` has those that show it in their first units. Whatever refuses a value must refuse
 * each beginning of it too, because a secret further inside may be redacted first.
 */
import { DIGIT, hasUpper, KINDS, unitAt, WORD } from "./characters.ts";
import { NOWHERE, ROOT, suffixTrie } from "./suffix-trie.ts";
import type { Text } from "./text.ts";
import { HEAD } from "./value-head.ts";

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
const HARMLESS = suffixTrie(HARMLESS_WORDS.split(" ").map((word) => [word, true] as const));
const HARMLESS_LAST = "aAtT]eE";
const HARMLESS_WITH_MARKS = /^(?:n\/a|can't|optional\[str\]|str\|none)$/i;
/** Names of secrets are what code puts in their place; `key` only behind an underscore. */
const NAMES_OF_SECRETS = suffixTrie(
  "password passwd secret token apikey key credential credentials passphrase pwd seed"
    .split(" ")
    .flatMap((name) => [name, `${name}s`])
    .map((name) => [name, !/^keys?$/.test(name)] as const),
);
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

const OTHER = 1 << 16;
const DOLLAR_MARK = 1 << 17;

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
    return (kinds & DIGIT) === 0 && MEMBER.test(text.string.slice(start, end));
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
    const kind = KINDS[code] as number;
    if ((kind & WORD) !== 0) kinds |= kind;
    else kinds |= code === 36 ? DOLLAR_MARK : OTHER;
  }
  return kinds;
}

function isHarmless(text: Text, start: number, end: number): boolean {
  let node = ROOT;
  for (let at = end - 1; at >= start; at -= 1) {
    node = HARMLESS.step(node, unitAt(text, at));
    if (node === NOWHERE) {
      const isMarked = end - start <= 13 && HARMLESS_LAST.includes(text.string.charAt(end - 1));
      return isMarked && HARMLESS_WITH_MARKS.test(text.string.slice(start, end));
    }
  }
  return HARMLESS.valueAt(node) === true;
}

function isFewDigits(text: Text, start: number, end: number): boolean {
  const first = unitAt(text, start);
  if (first !== 45 && ((KINDS[first] ?? 0) & DIGIT) === 0) return false;
  return FEW_DIGITS.test(text.string.slice(start, end));
}

function isNameOfSecret(text: Text, start: number, end: number): boolean {
  let node = ROOT;
  for (let at = end - 1; at >= start; at -= 1) {
    node = NAMES_OF_SECRETS.step(node, unitAt(text, at));
    if (node === NOWHERE) return false;
    const isSure = NAMES_OF_SECRETS.valueAt(node);
    if (isSure === true || (isSure === false && at > start && unitAt(text, at - 1) === 95)) {
      return isIdentifier(text, start, at);
    }
  }
  return false;
}

/** Letters, `_` and `$`: with a digit in it, it is no name of a variable but a password. */
function isIdentifier(text: Text, start: number, end: number): boolean {
  return (kindsOf(text, start, end) & (DIGIT | OTHER)) === 0;
}
