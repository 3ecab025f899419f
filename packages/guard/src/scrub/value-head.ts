/**
 * What a value is, already by how it begins: its end may be far away, and most are refused here.
 * Which expressions are tried is decided by the first units, because trying one costs more than
 * everything else that is done at a place.
 */
import * as characters from "./characters.ts";
import type { Text } from "./text.ts";

// Bound here once: what is imported is fetched and checked again at each use.
const {
  beginsNameAt,
  hasDigit,
  hasDigitWithin,
  hasLetter,
  isDigitAt,
  isHexAt,
  isToken,
  isWord,
  isWordAt,
  kindAt,
  kindOf,
  unitAt,
} = characters;

/** How much of a value is looked at before its end is known. */
export const HEAD = 80;

/** A variable between percent signs, and an object that is no token in braces. */
const PERCENT_REFERENCE = /^%(?:[sdv](?!\w)|[A-Z_]+%|\()/;
const OBJECT = /^\{(?![A-Za-z0-9+/]{20,80}=)/;
const CODE =
  /^(?:(?:process|os|env|config|settings|self|this|options|opts|args|props|params|ctx|context|req|request|res|user|vars?|values|secrets|data|local|module|credentials|cfg|conf|app)(?:\.|->|::|\[|\?\.)|[A-Za-z_$][A-Za-z_$:]*(?:\(|\[['"$a-z]|<(?:[A-Z]|\[REDACTED:))|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+\(|new [A-Z]|await |\/\^)/i;
/** Where the secret is kept, or what a manual writes in its place. */
const POINTER =
  /^(?:!secret|!vault|!ref|!sub|ENC\[|vault:|op:\/\/|arn:|file:|https?:\/\/|(?:your|my|enter|insert)[-_ ](?:own |new )?[a-z-_]*(?:key|token|secret|pass|pwd|here)(?![\w-])|[~^]\d{1,4}\.\d)/i;
const MASK = /^(?:\*{2,}|x{3,}|X{3,}|\.{2,}|-{2,}|_{2,}|•+|#{3,}|…+)(?![A-Za-z0-9])/;
const PATH = /^(?:~\/|\.{1,2}\/|[A-Z]:\\|\/Users\/|\/[a-z][a-z0-9._-]{1,30}(?:\/|(?![\w+=])))/;

/** Which of the five can match what begins with a unit, as bits. */
const [REFERENCES, CODES, POINTERS, MASKS, PATHS] = [1, 2, 4, 8, 16];
/** And what no variable has in it. */
const ODD_MARK = 32;
const FIRST = firstUnits();
/** The first three letters of what points elsewhere. */
const POINTER_LETTERS = pointerLetters(
  ...["enc", "ent", "vau", "op:", "arn", "fil", "htt", "you", "my-", "my_", "my ", "ins"],
);

function firstUnits(): Uint8Array {
  const table = new Uint8Array(65_537);
  const add = (characters: string, bit: number): void => {
    for (const character of characters) {
      const code = character.charCodeAt(0);
      table[code] = (table[code] ?? 0) | bit;
    }
  };
  const [lower, upper] = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  add("$%{<@#[(", REFERENCES);
  add(`${lower}${upper}_$/`, CODES);
  add("!~^evoafhymiEVOAFHYMI", POINTERS);
  add("*xX.-_•#…", MASKS);
  add(`~./${upper}`, PATHS);
  add("!@#^&*?+~", ODD_MARK);
  return table;
}

function pointerLetters(...beginnings: string[]): Uint8Array {
  const table = new Uint8Array(32_768);
  for (const begin of beginnings) {
    table[lettersOf(begin.charCodeAt(0), begin.charCodeAt(1), begin.charCodeAt(2))] = 1;
  }
  return table;
}

/** The low bits of three units, which are the same for both cases of a letter. */
function lettersOf(first: number, second: number, third: number): number {
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);
}

/** Whether a value can be shown, already by how it begins. Code is not written in quotes. */
export function beginsPlainly(text: Text, at: number, isQuoted: boolean): boolean {
  const may = mayBegin(text, at, isQuoted) & ~ODD_MARK;
  if (may === 0) return false;
  if ((may & REFERENCES) !== 0 && isReference(text, at) && !isOddSecret(text, at)) return true;
  if ((may & ~REFERENCES) === 0) return false;
  const head = headOf(text, at);
  if ((may & MASKS) !== 0 && MASK.test(head)) return true;
  if ((may & PATHS) !== 0 && PATH.test(head)) return true;
  if ((may & POINTERS) !== 0 && POINTER.test(head)) return true;
  return (may & CODES) !== 0 && CODE.test(head);
}

function headOf(text: Text, at: number): string {
  return text.string.slice(at, at + HEAD);
}

/** Which expressions the first units of a value leave over. */
function mayBegin(text: Text, at: number, isQuoted: boolean): number {
  const first = unitAt(text, at);
  let may = FIRST[first] as number;
  if (may === 0 || !isWordAt(text, at)) return may;
  const second = unitAt(text, at + 1);
  if (second !== COLON) may &= ~PATHS;
  if (second !== first) may &= ~MASKS;
  if (POINTER_LETTERS[lettersOf(first, second, unitAt(text, at + 2))] === 0) may &= ~POINTERS;
  const isCode = !(isQuoted && isLetterOrDigit(first)) && mayBeCode(text, at);
  return isCode ? may : may & ~CODES;
}

const [BLANK, HASH, DOLLAR, PERCENT, PAREN, SLASH, COLON] = [32, 35, 36, 37, 40, 47, 58];
const [LESS, AT, BRACE] = [60, 64, 123];

/** A variable, a template, a list or an object. */
function isReference(text: Text, at: number): boolean {
  const second = unitAt(text, at + 1);
  switch (unitAt(text, at)) {
    case DOLLAR:
      return isWord(kindOf(second)) || second === BRACE || second === PAREN;
    case LESS:
      return beginsNameAt(text, at + 1) || second === SLASH || second === PERCENT;
    case AT:
    case HASH:
      return second === BRACE;
    case PERCENT:
      return PERCENT_REFERENCE.test(headOf(text, at));
    case BRACE:
      return OBJECT.test(headOf(text, at));
    default:
      return true;
  }
}

/** Where the word ends that begins here; at most `HEAD` units of it are read. */
export function firstWordEnd(text: Text, start: number): number {
  if (start === text.wordStart) return text.wordEnd;
  const limit = Math.min(text.length, start + HEAD);
  const { units } = text;
  let end = start;
  while (end < limit && isWord(kindOf(units[end] as number))) end += 1;
  text.wordStart = start;
  text.wordEnd = end;
  return end;
}

/** Code shows itself by what stands behind its first word. */
function mayBeCode(text: Text, at: number): boolean {
  const limit = at + HEAD;
  let end = firstWordEnd(text, at);
  while (end < limit && (unitAt(text, end) === DOLLAR || isWordAt(text, end))) end += 1;
  const next = unitAt(text, end + 1);
  switch (unitAt(text, end)) {
    case BLANK:
      return mayBeKeyword(text, at, end - at);
    case 40:
    case 46:
    case 60:
    case 91:
      return true;
    case 45:
      return next === 62;
    case 63:
      return next === 46;
    case COLON:
      return (
        next === COLON ||
        next === 40 ||
        next === 60 ||
        next === 91 ||
        next === DOLLAR ||
        isWord(kindOf(next))
      );
    default:
      return false;
  }
}

/** `new Password`, `await read()`. */
function mayBeKeyword(text: Text, at: number, length: number): boolean {
  const first = unitAt(text, at) | 32;
  return (length === 3 && first === 110) || (length === 5 && first === 97);
}

function isLetterOrDigit(code: number): boolean {
  return isWord(kindOf(code)) && code !== 95;
}

/** `$ecret1!` begins like a variable, but no variable has such characters or such an end. */
function isOddSecret(text: Text, at: number): boolean {
  if (((FIRST[unitAt(text, firstWordEnd(text, at + 1))] as number) & ODD_MARK) === 0) return false;
  return /^[$@&#%][A-Za-z0-9]*[!@#^&*?+~][^(){}]*$/.test(headOf(text, at));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
const DIGEST =
  /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})(?![0-9a-z]|-us\d)|^sha\d{1,3}[-:]|^LS0tLS1CRUdJT|^v?\d+\.\d+/i;
const CHAIN = /^[a-z]+(?:[-_./][a-z0-9]{1,12}){1,16}(?![a-z0-9+=~%])/i;
const TOKEN_HEAD = 16;

/** Whether what begins here is as long as a token, and of what tokens are made of. */
export function mayBeginToken(text: Text, at: number, least = TOKEN_HEAD): boolean {
  for (let next = at; next < at + least; next += 1) {
    if (!isToken(kindAt(text, next))) return false;
  }
  return true;
}

/**
 * Long and mixed enough that nobody typed it for its meaning: no digest, version, path or name.
 * `end` is where the value ends, if that is known.
 */
export function beginsLikeToken(text: Text, at: number, end = at + HEAD): boolean {
  const until = Math.min(end, at + HEAD, text.length);
  if (until - at < TOKEN_HEAD) return false;
  let kinds = 0;
  let next = at;
  for (; next < at + TOKEN_HEAD; next += 1) {
    const kind = kindAt(text, next);
    if (!isToken(kind)) return false;
    kinds |= kind;
  }
  if (!hasDigit(kinds) && !hasDigitWithin(text, next, until)) return false;
  for (; next < until && !hasLetter(kinds); next += 1) kinds |= kindAt(text, next);
  if (!hasLetter(kinds)) return false;
  const head = text.string.slice(at, until);
  if (unitAt(text, at + 8) === 45 && UUID.test(head)) return false;
  if (mayBeDigest(text, at) && DIGEST.test(head)) return false;
  const may = mayBegin(text, at, false);
  if ((may & PATHS) !== 0 && PATH.test(head)) return false;
  return !CHAIN.test(head) && !((may & CODES) !== 0 && CODE.test(head));
}

/** A digest has nothing but hex digits for long; `sha256-`, base64 of armour and versions do not. */
function mayBeDigest(text: Text, at: number): boolean {
  const first = unitAt(text, at) | 32;
  if (first === 115 || first === 108 || first === 118) return true;
  if (isDigitAt(text, at)) return true;
  for (let next = at; next < at + 32; next += 1) if (!isHexAt(text, next)) return false;
  return true;
}
