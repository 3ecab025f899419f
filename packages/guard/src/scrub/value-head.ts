/**
 * What a value is, already by how it begins: its end may be far away, and most are refused here.
 * Which expressions are tried is decided by the first units, because trying one costs more than
 * everything else that is done at a place.
 */
import { DIGIT, hasLetter, isHexAt, KINDS, kindAt, TOKEN, unitAt, WORD } from "./characters.ts";
import type { Text } from "./text.ts";

/** How much of a value is looked at before its end is known. */
export const HEAD = 80;

/** A variable, a template, a list or an object. */
const REFERENCE =
  /^(?:\$[A-Za-z_{(0-9]|%[sdv](?!\w)|%[A-Z_]+%|%\(|\{(?![A-Za-z0-9+/]{20,80}=)|<[A-Za-z_/%]|@\{|#\{|\[|\()/;
const CODE =
  /^(?:(?:process|os|env|config|settings|self|this|options|opts|args|props|params|ctx|context|req|request|res|user|vars?|values|secrets|data|local|module|credentials|cfg|conf|app)(?:\.|->|::|\[|\?\.)|[A-Za-z_$][A-Za-z_$:]*(?:\(|\[['"$a-z]|<(?:[A-Z]|\[REDACTED:))|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+\(|new [A-Z]|await |\/\^)/i;
/** Where the secret is kept, or what a manual writes in its place. */
const POINTER =
  /^(?:!secret|!vault|!ref|!sub|ENC\[|vault:|op:\/\/|arn:|file:|https?:\/\/|(?:your|my|enter|insert)[-_ ](?:own |new )?[a-z-_]*(?:key|token|secret|pass|pwd|here)(?![\w-])|[~^]\d{1,4}\.\d)/i;
const MASK = /^(?:\*{2,}|x{3,}|X{3,}|\.{2,}|-{2,}|_{2,}|•+|#{3,}|…+)(?![A-Za-z0-9])/;
const PATH = /^(?:~\/|\.{1,2}\/|[A-Z]:\\|\/Users\/|\/[a-z][a-z0-9._-]{1,30}(?:\/|(?![\w+=])))/;

/** Which of the five can match what begins with a unit, as bits. */
const [REFERENCES, CODES, POINTERS, MASKS, PATHS] = [1, 2, 4, 8, 16];
const FIRST = firstUnits();
/** The first two letters of what points elsewhere. */
const POINTER_LETTERS = pointerLetters("en va op ar fi ht yo my in");

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
  return table;
}

function pointerLetters(pairs: string): Uint8Array {
  const table = new Uint8Array(1_024);
  for (const pair of pairs.split(" ")) table[pairOf(pair.charCodeAt(0), pair.charCodeAt(1))] = 1;
  return table;
}

/** The low bits of two units, which are the same for both cases of a letter. */
function pairOf(first: number, second: number): number {
  return ((first & 31) << 5) | (second & 31);
}

/** Whether a value can be shown, already by how it begins. Code is not written in quotes. */
export function beginsPlainly(text: Text, at: number, isQuoted: boolean): boolean {
  const may = mayBegin(text, at);
  if (may === 0) return false;
  const head = text.string.slice(at, at + HEAD);
  if ((may & REFERENCES) !== 0 && REFERENCE.test(head) && !isOddSecret(head)) return true;
  if ((may & MASKS) !== 0 && MASK.test(head)) return true;
  if ((may & PATHS) !== 0 && PATH.test(head)) return true;
  if ((may & POINTERS) !== 0 && POINTER.test(head)) return true;
  if ((may & CODES) === 0 || (isQuoted && isLetterOrDigit(head.charCodeAt(0)))) return false;
  return CODE.test(head);
}

/** Which expressions the first units of a value leave over. */
function mayBegin(text: Text, at: number): number {
  const first = unitAt(text, at);
  let may = FIRST[first] as number;
  if (may === 0 || (kindAt(text, at) & WORD) === 0) return may;
  const second = unitAt(text, at + 1);
  if (second !== COLON) may &= ~PATHS;
  if (second !== first) may &= ~MASKS;
  if (POINTER_LETTERS[pairOf(first, second)] === 0) may &= ~POINTERS;
  return mayBeCode(text, at) ? may : may & ~CODES;
}

const [COLON, DOLLAR, BLANK] = [58, 36, 32];

/** Code shows itself by what stands behind its first word. */
function mayBeCode(text: Text, at: number): boolean {
  const limit = Math.min(text.length, at + HEAD);
  let end = at;
  while (end < limit) {
    const code = unitAt(text, end);
    if (((KINDS[code] as number) & WORD) === 0 && code !== DOLLAR) break;
    end += 1;
  }
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
        isWord(next)
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

function isWord(code: number): boolean {
  return ((KINDS[code] as number) & WORD) !== 0;
}

function isLetterOrDigit(code: number): boolean {
  return isWord(code) && code !== 95;
}

/** `$ecret1!` begins like a variable, but no variable has such characters or such an end. */
function isOddSecret(head: string): boolean {
  return /^[$@&#%][A-Za-z0-9]*[!@#^&*?+~][^(){}]*$/.test(head);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
const DIGEST =
  /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})(?![0-9a-z]|-us\d)|^sha\d{1,3}[-:]|^LS0tLS1CRUdJT|^v?\d+\.\d+/i;
const CHAIN = /^[a-z]+(?:[-_./][a-z0-9]{1,12}){1,16}(?![a-z0-9+=~%])/i;
const TOKEN_HEAD = 16;

/**
 * Long and mixed enough that nobody typed it for its meaning: no digest, version, path or name.
 * `end` is where the value ends, if that is known.
 */
export function beginsLikeToken(text: Text, at: number, end = at + HEAD): boolean {
  const until = Math.min(end, at + HEAD, text.length);
  if (until - at < TOKEN_HEAD) return false;
  let kinds = 0;
  for (let next = at; next < at + TOKEN_HEAD; next += 1) {
    const kind = kindAt(text, next);
    if ((kind & TOKEN) === 0) return false;
    kinds |= kind;
  }
  const head = text.string.slice(at, until);
  if ((kinds & DIGIT) === 0 && !/\d/.test(head)) return false;
  if (!hasLetter(kinds) && !/[A-Za-z]/.test(head)) return false;
  if (unitAt(text, at + 8) === 45 && UUID.test(head)) return false;
  if (mayBeDigest(text, at) && DIGEST.test(head)) return false;
  const may = mayBegin(text, at);
  if ((may & PATHS) !== 0 && PATH.test(head)) return false;
  return !CHAIN.test(head) && !((may & CODES) !== 0 && CODE.test(head));
}

/** A digest has nothing but hex digits for long; `sha256-`, base64 of armour and versions do not. */
function mayBeDigest(text: Text, at: number): boolean {
  const first = unitAt(text, at) | 32;
  if (first === 115 || first === 108 || first === 118) return true;
  if ((kindAt(text, at) & DIGIT) !== 0) return true;
  for (let next = at; next < at + 32; next += 1) if (!isHexAt(text, next)) return false;
  return true;
}
