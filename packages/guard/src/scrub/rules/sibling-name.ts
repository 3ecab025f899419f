/**
 * The name of a value that stands beside it instead of before it: `name: API_KEY` above `value: …`,
 * `{"name": "API_KEY", "value": "…"}`, `<add key="ApiKey" value="…"/>`, `<key>token</key><string>…`,
 * `variable "token" { default = "…" }`.
 */

import * as characters from "../characters.ts";
import type { Cursor } from "../cursor.ts";
import * as keyNames from "../key-name.ts";
import type { KeyMeaning } from "../names-of-secrets.ts";
import type { Text } from "../text.ts";
import type { View } from "../view.ts";
import * as views from "../view.ts";

// Bound here once: what is imported is fetched and checked again at each use.
const { endsWithLetters, isQuote, isSpace, isWord, kindOf, unitAt } = characters;
const { meaningOfKey } = keyNames;
const { matchAt } = views;

const MAX_BEFORE = 192;
/** What says that a value follows, by its length: hardly any name of a log is one. */
const VALUE_NAMES: readonly (string | undefined)[] = valueNames(
  "value string default parametervalue parameter_value",
);
const NAMED = "(?:name|key|id|parameter_?key|parameter_?name|variable)";
/** Nothing but blanks, a comma and short attributes may stand between the name and its value. */
const ATTRIBUTE = nameBefore(
  `${NAMED}["']?\\s{0,2}[:=]\\s{0,2}["']?`,
  `["']?(?: (?:type|class|id)=["']?[\\w -]{1,32}["']?)?[\\s,;]{1,40}(?:- )?["']?`,
);
const ELEMENT = nameBefore(`<${NAMED}>`, `</${NAMED}>\\s{0,40}<`);
/** A variable of Terraform, whose default stands a few lines into its block. */
const VARIABLE = nameBefore('variable "', '" ?\\{[^{}]{0,160}');
const [BLANK, QUOTE, APOSTROPHE, COMMA, DASH, DOT] = [32, 34, 39, 44, 45, 46];
const [COLON, SEMICOLON, LESS, EQUALS, GREATER, OPENING, CLOSING] = [58, 59, 60, 61, 62, 123, 125];
/** How far a variable's default may stand behind the brace of its block. */
const MAX_INTO_BLOCK = 160;
/** The longest row of separators with a dash, of a name, and of the value of an attribute. */
const [MAX_SEPARATORS, MAX_NAME, MAX_ATTRIBUTE] = [42, 64, 32];
const SHORTEST_NAME = 3;

/**
 * A name between two expressions, the second of which ends where it is asked. One form is read
 * backwards from there and gives up at once in most texts; the other is for what would reach too
 * far back.
 */
function nameBefore(before: string, after: string) {
  const source = `(${before})([\\w.:-]{3,64})(${after})`;
  return {
    backwards: new RegExp(`(?<=${source})`, "iy"),
    within: new RegExp(`${source}$`, "i"),
  } as const;
}

/** What the name beside a value says, if the word that ends at `end` only says that one follows. */
export function siblingMeaning(cursor: Cursor, start: number, end: number): KeyMeaning | null {
  const { text } = cursor;
  if (!isValueName(text, start, end)) return null;
  const before = unitAt(text, start - 1);
  if (before === LESS) {
    return mayFollowElement(text, start) ? meaningBefore(cursor, start, ELEMENT) : null;
  }
  const from = before === QUOTE || before === APOSTROPHE ? start - 1 : start;
  const separator = unitAt(text, from - 1);
  if (!isSeparator(separator) && separator !== OPENING) return null;
  const attribute = mayFollowAttribute(text, from) ? meaningBefore(cursor, start, ATTRIBUTE) : null;
  if (attribute !== null || !mayBeInBlock(cursor, start)) return attribute;
  return meaningBefore(cursor, start, VARIABLE);
}

/** A blank of any kind, a comma or a semicolon. */
function isSeparator(code: number): boolean {
  return code === COMMA || code === SEMICOLON || isSpace(code);
}

/** Whether the element before `<` is closed, with nothing but blanks in between. */
function mayFollowElement(text: Text, start: number): boolean {
  const before = unitAt(text, start - 2);
  return before === GREATER || isSeparator(before);
}

/**
 * Whether what stands before the separators that end at `from` may be a name, or an attribute
 * behind one. It excludes most, so that the expression is hardly ever tried in vain.
 */
function mayFollowAttribute(text: Text, from: number): boolean {
  let end = from;
  while (end > from - MAX_SEPARATORS && isSeparator(unitAt(text, end - 1))) end -= 1;
  // The dash of a list stands between separators, and names may end with one.
  if (unitAt(text, end - 1) === DASH) return true;
  if (isQuote(unitAt(text, end - 1))) end -= 1;
  let start = end;
  while (start > end - MAX_NAME && isNameUnit(text, start - 1)) start -= 1;
  if (end - start >= SHORTEST_NAME) return true;
  let value = end;
  while (value > end - MAX_ATTRIBUTE && isAttributeUnit(text, value - 1)) value -= 1;
  if (value === end) return false;
  if (isQuote(unitAt(text, value - 1))) value -= 1;
  return unitAt(text, value - 1) === EQUALS;
}

/** Letters, digits, `_`, `.`, `:` and `-`. */
function isNameUnit(text: Text, at: number): boolean {
  const code = unitAt(text, at);
  return isWord(kindOf(code)) || code === DASH || code === DOT || code === COLON;
}

function isAttributeUnit(text: Text, at: number): boolean {
  const code = unitAt(text, at);
  return isWord(kindOf(code)) || code === DASH || code === BLANK;
}

/** Whether the brace that stands nearest opens a block, and no further away than it may. */
function mayBeInBlock(cursor: Cursor, start: number): boolean {
  const { text } = cursor;
  const least = Math.max(start - MAX_INTO_BLOCK - 1, 0);
  // Between two of these places each unit is looked at once, however many places there are.
  const seen = start >= cursor.braceSeen ? Math.max(least, cursor.braceSeen) : least;
  let brace = start - 1;
  while (brace >= seen && !isBrace(unitAt(text, brace))) brace -= 1;
  if (brace >= seen || start < cursor.braceSeen) cursor.brace = brace;
  cursor.braceSeen = start;
  return cursor.brace >= least && unitAt(text, cursor.brace) === OPENING;
}

function isBrace(code: number): boolean {
  return code === OPENING || code === CLOSING;
}

function valueNames(names: string): string[] {
  const byLength: string[] = [];
  for (const name of names.split(" ")) byLength[name.length] = name;
  return byLength;
}

function isValueName(text: Text, start: number, end: number): boolean {
  const name = VALUE_NAMES[end - start];
  return name !== undefined && endsWithLetters(text, start, end, name);
}

function meaningBefore(
  { text, floor }: View,
  start: number,
  pattern: ReturnType<typeof nameBefore>,
): KeyMeaning | null {
  const least = Math.max(floor, start - MAX_BEFORE, 0);
  let found = matchAt(pattern.backwards, text, start);
  if (found !== null && start - lengthOf(found) < least) {
    found = pattern.within.exec(text.string.slice(least, start));
  }
  if (found === null) return null;
  const [, , name = "", after = ""] = found;
  const end = start - after.length;
  return meaningOfKey(text, end - name.length, end);
}

function lengthOf([, before = "", name = "", after = ""]: RegExpExecArray): number {
  return before.length + name.length + after.length;
}

const NAMING = ["name", "key", "id"];

/** `<property name="db.password">…`: the name is an attribute, not a class or a link. */
export function isNamingAttribute({ text, floor }: View, start: number): boolean {
  const quote = unitAt(text, start - 1);
  if ((quote !== QUOTE && quote !== APOSTROPHE) || unitAt(text, start - 2) !== EQUALS) return false;
  return NAMING.some((name) => endsWithLetters(text, floor, start - 2, name));
}
