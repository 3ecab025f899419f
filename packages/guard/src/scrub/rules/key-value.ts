/**
 * `name=value`, `name: value`, `"name": "value"`, `name => value`, `<name>value</name>`: the value
 * is a secret if its name says so and the value is not plainly something else.
 */
import type { Category } from "../category.ts";
import { KINDS, WORD } from "../characters.ts";
import { type KeyMeaning, mayEndName, meaningOfKey } from "../key-name.ts";
import { isCutByPlaceholder } from "../placeholder.ts";
import { beginsLikeToken, beginsPlainly, HEAD, isPlainValue } from "../plain-value.ts";
import { afterBlanks, MAX_VALUE, type ValueSpan, valueSpan, valueStart } from "../value-span.ts";
import { type Match, matchAt, runEnd, type View } from "../view.ts";
import { fallbackStart, pastDetour, successorEnd } from "./detours.ts";
import { headerValue } from "./headers.ts";
import { isNamingAttribute, siblingMeaning } from "./sibling-name.ts";

const MAX_KEY = 64;
const MAX_BETWEEN = 4;
const SHORTEST_TOKEN = 16;
/** `passphrase: psk="…"`: what follows is another name, and its value is asked for there. */
const NAME_BEFORE_QUOTE = /^[A-Za-z_]{2,16}=$/;
const QUOTED_FALLBACK = /[^"'\n[]{4,128}/y;
const BRACED_FALLBACK = /[^}\s"'$[]{4,128}/y;
const [QUOTE, APOSTROPHE, BACKTICK, DASH] = [34, 39, 96, 45];

interface Key {
  readonly start: number;
  readonly end: number;
}

/** Asked at `=`, `:` and `>`. */
export function keyValue(view: View, at: number): Match | null {
  const key = keyBefore(view, at);
  if (key === null) return null;
  const { start, end } = key;
  // What is quoted before `>` is an attribute: of those, only one that names the value counts.
  if (view.text.charCodeAt(at) === 62 && end < at && !isNamingAttribute(view, start)) return null;
  const meaning = siblingMeaning(view, start, end) ?? meaningOfKey(view.text.slice(start, end));
  if (meaning === null || isChoice(view, key) || isResource(view, key)) return null;
  if (isDemanded(view, key, at)) return null;
  const from = afterOperator(view.text, at);
  const direct = valueBehind(view, key, from, meaning);
  if (direct !== null || meaning.sureness !== "strong") return direct;
  const behind = pastDetour(view.text, from);
  return behind === -1 ? null : valueBehind(view, key, behind, meaning);
}

/** `${PASSWORD:?must be set}` of a shell. */
function isDemanded({ text }: View, { start }: Key, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  return (next === 63 || next === 43) && text.startsWith("${", start - 2);
}

const RESOURCE = /arn:[\w:-]{4,80}:$/;

/** The kind of a resource of AWS: `arn:aws:secretsmanager:eu-west-1:1234:secret:name`. */
function isResource({ text, floor }: View, { start }: Key): boolean {
  if (text.charCodeAt(start - 1) !== 58) return false;
  return RESOURCE.test(text.slice(Math.max(floor, start - 88, 0), start));
}

/** `isOk ? token : other`, in a program. */
function isChoice({ text }: View, { start }: Key): boolean {
  const from = text.charCodeAt(start - 1) === QUOTE ? start - 1 : start;
  return text.charCodeAt(from - 1) === 32 && text.charCodeAt(from - 2) === 63;
}

/** The name that ends before an operator, through blanks, quotes and brackets. */
function keyBefore({ text, floor }: View, at: number): Key | null {
  const least = Math.max(floor, at - MAX_KEY - MAX_BETWEEN * 2, 0);
  let end = at;
  for (let skipped = 0; skipped < MAX_BETWEEN * 2 && end > least; skipped += 1) {
    const code = text.charCodeAt(end - 1);
    if (!isBetween(code)) break;
    end -= 1;
  }
  if (!mayEndName(text.charCodeAt(end - 2), text.charCodeAt(end - 1))) return null;
  let start = end;
  const limit = Math.max(least, end - MAX_KEY);
  while (start > limit && isKeyUnit(text.charCodeAt(start - 1))) start -= 1;
  return end - start < 3 ? null : { start, end };
}

function isBetween(code: number): boolean {
  return (
    code === 32 || code === 9 || code === QUOTE || code === APOSTROPHE || code === 92 || code === 93
  );
}

/** Letters, digits, `_`, and the `-`, `.` and `$` that names are joined with. */
function isKeyUnit(code: number): boolean {
  return ((KINDS[code] ?? 0) & WORD) !== 0 || code === 45 || code === 46 || code === 36;
}

/** Past `=`, `==`, `=>`, `:=`, `: `, and the brackets of a list with one value. */
function afterOperator(text: string, at: number): number {
  let next = at + 1;
  for (let more = 0; more < 2; more += 1) {
    const code = text.charCodeAt(next);
    if (code === 61 || code === 62 || code === 126) next += 1;
  }
  next = afterBlanks(text, next);
  return text.charCodeAt(next) === 91 && isQuote(text.charCodeAt(next + 1)) ? next + 1 : next;
}

function isQuote(code: number): boolean {
  return code === QUOTE || code === APOSTROPHE || code === BACKTICK;
}

/** The value that begins here, if its name makes it a secret. `key` is null where no text can be meant. */
export function valueBehind(
  view: View,
  key: Key | null,
  from: number,
  meaning: KeyMeaning,
): Match | null {
  const { text } = view;
  const { category, sureness } = meaning;
  if (sureness === "header") return headerValue(view, from, category);
  if (sureness === "line") return restOfLine(text, from, category);
  const begin = valueStart(text, from);
  const head = text.slice(begin.start, begin.start + HEAD);
  // Refused by its beginning where that is possible: the end of a value may be far away.
  if (sureness === "weak" ? !beginsLikeToken(head) : beginsPlainly(head, begin.quote !== ""))
    return sureness === "strong" ? fallbackBehind(text, begin.start, category) : null;
  const span = valueSpan(text, begin);
  if (!isSecret(view, key, span, meaning)) return null;
  const { start } = span;
  const end = span.isQuoted ? successorEnd(text, span.end) : span.end;
  const match = { start, end, category, isLearned: sureness !== "digits" };
  return end - start >= MAX_VALUE ? { ...match, goesOn: "token" } : match;
}

/** The value behind a variable is not, but what is used in its place may be. */
function fallbackBehind(text: string, from: number, category: Category): Match | null {
  const start = fallbackStart(text, from);
  if (start === -1) return null;
  const isQuoted = isQuote(text.charCodeAt(start - 1));
  const value = matchAt(isQuoted ? QUOTED_FALLBACK : BRACED_FALLBACK, text, start)?.[0] ?? "";
  const isPlain =
    beginsPlainly(value, true) ||
    isPlainValue(value, { isQuoted: true, isProse: false, isSetting: false });
  return isPlain ? null : { start, end: start + value.length, category, isLearned: true };
}

function isSecret(view: View, key: Key | null, span: ValueSpan, meaning: KeyMeaning): boolean {
  const { start, end, isQuoted } = span;
  const value = view.text.slice(start, end);
  if (NAME_BEFORE_QUOTE.test(value) && isQuote(view.text.charCodeAt(end))) return false;
  // The seed of a random generator is a number; that of a wallet never is.
  if (meaning.category === "secret" && /^\d{1,20}$/.test(value)) return false;
  switch (meaning.sureness) {
    case "weak":
      return value.length >= SHORTEST_TOKEN;
    case "digits":
      return (
        isNumber(value, meaning.category) && !isCutByPlaceholder(view.text, end, ",;:.)}]|&!? -")
      );
    default:
      return !isPlainValue(value, {
        isQuoted,
        isProse: key !== null && isProse(view, key, value),
        isSpaced: view.text.charCodeAt(start - 1) === 32,
        isSetting: key === null || isSetting(view, key, end),
      });
  }
}

const DIGITS_WANTED: Readonly<Partial<Record<Category, readonly [number, number]>>> = {
  "credit-card": [3, 19],
  ssn: [9, 9],
  phone: [7, 15],
  password: [4, 12],
  "totp-seed": [6, 8],
};

function isNumber(value: string, category: Category): boolean {
  if (value.length > 24 || !/^[+\d][\d .()-]*$/.test(value)) return false;
  const [least, most] = DIGITS_WANTED[category] ?? [4, 19];
  const digits = value.replace(/\D/g, "").length;
  return digits >= least && digits <= most;
}

function restOfLine(text: string, from: number, category: Category): Match | null {
  const { start, end, isQuoted } = valueSpan(text, valueStart(text, from));
  if (isQuoted) return end - start < 12 ? null : { start, end, category };
  const at = runEnd(text, from, MAX_VALUE, isPhraseUnit);
  const words = text.slice(from, at).trimEnd();
  return words.split(" ").length < 6 ? null : { start: from, end: from + words.length, category };
}

/** Lower-case letters, digits, commas and blanks. */
function isPhraseUnit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 44 || code === 32;
}

const MARKS_BEFORE = /[\n\r{[(,;?&"'`<>|+\\$/:=\0-]/;

const OWN_LINE = /(?:^|\n)[ \t]{0,40}(?:- )?$/;
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;

/** `password: value` on a line of its own, or `PASSWORD=value`: settings; the rest may be code. */
function isSetting({ text, floor }: View, { start, end }: Key, valueEnd: number): boolean {
  const operator = text.charCodeAt(end);
  if (operator === 61) {
    return text.charCodeAt(end + 1) !== 32 && CONSTANT.test(text.slice(start, end));
  }
  const after = text.charCodeAt(valueEnd);
  if (operator !== 58 || !(after === 10 || after === 13 || Number.isNaN(after))) return false;
  return OWN_LINE.test(text.slice(Math.max(floor, start - 44, 0), start));
}

/** Whether other words stand before the name: a sentence about a password, not a list of settings. */
function isProse({ text, floor }: View, { start, end }: Key, value: string): boolean {
  if (text.charCodeAt(start) === DASH) return false;
  // Nobody writes a sentence with `password=abc123` in it and means a word.
  if (text.charCodeAt(end) === 61 && /\d/.test(value) && /[A-Za-z]/.test(value)) return false;
  let at = start;
  while (at > floor && at > start - MAX_BETWEEN && text[at - 1] === " ") at -= 1;
  if (at === start) return false;
  if (at <= Math.max(floor, 0)) return false;
  return !MARKS_BEFORE.test(text[at - 1] ?? "\n");
}
