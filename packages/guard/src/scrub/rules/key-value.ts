/**
 * `name=value`, `name: value`, `"name": "value"`, `name => value`, `<name>value</name>`: the value
 * is a secret if its name says so and the value is not plainly something else.
 */
import type { Category } from "../category.ts";
import * as characters from "../characters.ts";
import type { Cursor } from "../cursor.ts";
import * as keyNames from "../key-name.ts";
import type { KeyMeaning } from "../names-of-secrets.ts";
import * as placeholders from "../placeholder.ts";
import * as plainValues from "../plain-value.ts";
import { type Text, textOf } from "../text.ts";
import * as heads from "../value-head.ts";
import type { ValueSpan } from "../value-span.ts";
import * as spans from "../value-span.ts";
import type { Match, View } from "../view.ts";
import * as views from "../view.ts";
import * as detours from "./detours.ts";
import * as headers from "./headers.ts";
import * as siblings from "./sibling-name.ts";

// Bound here once: what is imported is fetched and checked again at each use.
const {
  beginsNameAt,
  hasDigitAndLetter,
  isBetweenAt,
  isDigitAt,
  isNameAt,
  isNoProseAt,
  isOutside,
  isQuote,
  kindAt,
  unitAt,
} = characters;
const { mayEndName, meaningOfKey } = keyNames;
const { isCutByPlaceholder } = placeholders;
const { isNameOfSecret, isPlainAmid, isPlainValue, isPlainWord } = plainValues;
const { beginsLikeToken, beginsPlainly, HEAD } = heads;
const { afterBlanks, MAX_VALUE, valueSpan, valueStart } = spans;
const { begun, evident, matchAt, named, runEnd } = views;
const { fallbackStart, pastDetour, successorEnd } = detours;
const { headerValue } = headers;
const { isNamingAttribute, siblingMeaning } = siblings;

const [SHORTEST_KEY, MAX_KEY] = [3, 64];
const MAX_BETWEEN = 4;
const SHORTEST_TOKEN = 16;
const MAX_SEED_DIGITS = 20;
const [SHORTEST_NAME, LONGEST_NAME] = [2, 16];
const QUOTED_FALLBACK = /[^"'\n[]{4,128}/y;
const BRACED_FALLBACK = /[^}\s"'$[]{4,128}/y;
const [QUOTE, DASH, EQUALS] = [34, 45, 61];

interface Key {
  readonly start: number;
  readonly end: number;
}

/**
 * Asked at `=`, `:` and `>`. Most of them are refused by a look at the two units before. `length` is
 * that of the word right before the mark: what is a word is part of a name.
 */
export function keyValue(view: Cursor, at: number, length: number): Match | null {
  const { text, floor } = view;
  const end = nameEnd(text, floor, at);
  if (!mayEndName(unitAt(text, end - 2), unitAt(text, end - 1))) return null;
  const start = nameStart(text, floor, end, length);
  if (end - start < SHORTEST_KEY) return null;
  // What is quoted before `>` is an attribute: of those, only one that names the value counts.
  if (unitAt(text, at) === 62 && end < at && !isNamingAttribute(view, start)) return null;
  const meaning = siblingMeaning(view, start, end) ?? meaningOfKey(text, start, end);
  if (meaning === null) return null;
  const key = { start, end };
  const match = valueOrDetour(view, key, afterOperator(text, at), meaning);
  // Asked last, because hardly any value comes this far.
  if (match === null || isChoice(view, key) || isResource(view, key)) return null;
  return isDemanded(view, key, at) ? null : match;
}

function valueOrDetour(view: View, key: Key, from: number, meaning: KeyMeaning): Match | null {
  const direct = valueBehind(view, key, from, meaning);
  if (direct !== null || meaning.sureness !== "strong") return direct;
  const behind = pastDetour(view.text, from);
  return behind === -1 ? null : valueBehind(view, key, behind, meaning);
}

/** `${PASSWORD:?must be set}` of a shell. */
function isDemanded({ text }: View, { start }: Key, at: number): boolean {
  const next = unitAt(text, at + 1);
  return (next === 63 || next === 43) && text.string.startsWith("${", start - 2);
}

const RESOURCE = /arn:[\w:-]{4,80}:$/;

/** The kind of a resource of AWS: `arn:aws:secretsmanager:eu-west-1:1234:secret:name`. */
function isResource({ text, floor }: View, { start }: Key): boolean {
  if (unitAt(text, start - 1) !== 58) return false;
  return RESOURCE.test(text.string.slice(Math.max(floor, start - 88, 0), start));
}

/** `isOk ? token : other`, in a program. */
function isChoice({ text }: View, { start }: Key): boolean {
  const from = unitAt(text, start - 1) === QUOTE ? start - 1 : start;
  return unitAt(text, from - 1) === 32 && unitAt(text, from - 2) === 63;
}

/** Where a name may end before an operator, through blanks, quotes and brackets. */
function nameEnd(text: Text, floor: number, at: number): number {
  if (!isBetweenAt(text, at - 1)) return at;
  const least = Math.max(floor, at - MAX_BETWEEN * 2, 0);
  let end = at;
  while (end > least && isBetweenAt(text, end - 1)) end -= 1;
  return end;
}

function nameStart(text: Text, floor: number, end: number, length: number): number {
  const least = Math.max(floor, end - MAX_KEY, 0);
  let start = Math.max(least, end - length);
  while (start > least && isNameAt(text, start - 1)) start -= 1;
  return start;
}

/** Past `=`, `==`, `=>`, `:=`, `: `, and the brackets of a list with one value. */
function afterOperator(text: Text, at: number): number {
  let next = at + 1;
  for (let more = 0; more < 2; more += 1) {
    const code = unitAt(text, next);
    if (code === 61 || code === 62 || code === 126) next += 1;
  }
  next = afterBlanks(text, next);
  return unitAt(text, next) === 91 && isQuote(unitAt(text, next + 1)) ? next + 1 : next;
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
  // Refused by its beginning where that is possible: the end of a value may be far away.
  if (sureness === "weak") {
    if (!beginsLikeToken(text, begin.start)) return null;
  } else if (beginsPlainly(text, begin.start, begin.quote !== "")) {
    return sureness === "strong" ? fallbackBehind(text, begin.start, category) : null;
  }
  const span = valueSpan(text, begin);
  if (!isSecret(view, key, span, meaning)) return null;
  const { start } = span;
  const end = span.isQuoted ? successorEnd(text, span.end) : span.end;
  const match = sureness === "digits" ? evident(start, end, category) : named(start, end, category);
  return end - start >= MAX_VALUE ? begun(match, "token") : match;
}

/** The value behind a variable is not, but what is used in its place may be. */
function fallbackBehind(text: Text, from: number, category: Category): Match | null {
  const start = fallbackStart(text, from);
  if (start === -1) return null;
  const isQuoted = isQuote(unitAt(text, start - 1));
  const value = matchAt(isQuoted ? QUOTED_FALLBACK : BRACED_FALLBACK, text, start)?.[0] ?? "";
  const fallback = textOf(value);
  const isPlain =
    beginsPlainly(fallback, 0, true) ||
    isPlainValue(fallback, 0, value.length, { isQuoted: true, isProse: false, isSetting: false });
  return isPlain ? null : named(start, start + value.length, category);
}

function isSecret(view: View, key: Key | null, span: ValueSpan, meaning: KeyMeaning): boolean {
  const { text } = view;
  const { start, end, isQuoted } = span;
  if (isNameBeforeQuote(text, start, end)) return false;
  // The seed of a random generator is a number; that of a wallet never is.
  if (meaning.category === "secret" && isShortNumber(text, start, end)) return false;
  switch (meaning.sureness) {
    case "weak":
      return end - start >= SHORTEST_TOKEN;
    case "digits":
      return (
        isNumber(text.string.slice(start, end), meaning.category) &&
        !isCutByPlaceholder(text, end, ",;:.)}]|&!? -")
      );
    default: {
      if (isPlainWord(text, start, end)) return false;
      // Asked before what stands around the value, because that costs more than a look at a name.
      const isSet = key === null || isSetting(view, key, end);
      if ((isQuoted || !isSet) && end - start <= HEAD && isNameOfSecret(text, start, end))
        return false;
      const surroundings = {
        isQuoted,
        isProse: key !== null && isProse(view, key, start, end),
        isSpaced: unitAt(text, start - 1) === 32,
        isSetting: isSet,
      };
      return !isPlainAmid(text, start, end, surroundings);
    }
  }
}

/** `passphrase: psk="…"`: what follows is another name, and its value is asked for there. */
function isNameBeforeQuote(text: Text, start: number, end: number): boolean {
  if (!isQuote(unitAt(text, end)) || unitAt(text, end - 1) !== EQUALS) return false;
  const length = end - 1 - start;
  if (length < SHORTEST_NAME || length > LONGEST_NAME) return false;
  for (let at = start; at < end - 1; at += 1) if (!beginsNameAt(text, at)) return false;
  return true;
}

function isShortNumber(text: Text, start: number, end: number): boolean {
  let at = start;
  while (at < end && isDigitAt(text, at)) at += 1;
  return at === end && end > start && end - start <= MAX_SEED_DIGITS;
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

function restOfLine(text: Text, from: number, category: Category): Match | null {
  const { start, end, isQuoted } = valueSpan(text, valueStart(text, from));
  if (isQuoted) return end - start < 12 ? null : evident(start, end, category);
  const at = runEnd(text, from, MAX_VALUE, isPhraseUnit);
  const words = text.string.slice(from, at).trimEnd();
  return words.split(" ").length < 6 ? null : evident(from, from + words.length, category);
}

/** Lower-case letters, digits, commas and blanks. */
function isPhraseUnit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 44 || code === 32;
}

const OWN_LINE = /(?:^|\n)[ \t]{0,40}(?:- )?$/;
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;

/** `password: value` on a line of its own, or `PASSWORD=value`: settings; the rest may be code. */
function isSetting({ text, floor }: View, { start, end }: Key, valueEnd: number): boolean {
  const operator = unitAt(text, end);
  if (operator === EQUALS) {
    if (unitAt(text, end + 1) === 32 || unitAt(text, start) >= 97) return false;
    return CONSTANT.test(text.string.slice(start, end));
  }
  const after = unitAt(text, valueEnd);
  if (operator !== 58 || !(after === 10 || after === 13 || isOutside(after))) return false;
  return OWN_LINE.test(text.string.slice(Math.max(floor, start - 44, 0), start));
}

/** Whether other words stand before the name: a sentence about a password, not a list of settings. */
function isProse({ text, floor }: View, key: Key, valueFrom: number, valueUntil: number): boolean {
  if (unitAt(text, key.start) === DASH) return false;
  let at = key.start;
  while (at > floor && at > key.start - MAX_BETWEEN && unitAt(text, at - 1) === 32) at -= 1;
  if (at === key.start || at <= Math.max(floor, 0)) return false;
  // Nobody writes a sentence with `password=abc123` in it and means a word.
  if (unitAt(text, key.end) === EQUALS && isMixed(text, valueFrom, valueUntil)) return false;
  return !isNoProseAt(text, at - 1);
}

function isMixed(text: Text, from: number, until: number): boolean {
  let kinds = 0;
  for (let at = from; at < until; at += 1) kinds |= kindAt(text, at);
  return hasDigitAndLetter(kinds);
}
