/**
 * `name=value`, `name: value`, `"name": "value"`, `name => value`, `<name>value</name>`: the value
 * is a secret if its name says so and the value is not plainly something else.
 */
import type { Category } from "../category.ts";
import { type KeyMeaning, mayEndKey, meaningOfKey } from "../key-name.ts";
import { isCutByPlaceholder } from "../placeholder.ts";
import { beginsLikeToken, beginsPlainly, HEAD, isPlainValue } from "../plain-value.ts";
import { MAX_VALUE, type ValueSpan, valueSpan, valueStart } from "../value-span.ts";
import { endAt, type Match, matchAt, textBefore, type View } from "../view.ts";
import { headerValue } from "./headers.ts";
import { afterTypeOrOldValue, defaultStart, newValueEnd } from "./indirect-values.ts";
import { isNamingAttribute, siblingMeaning } from "./sibling-name.ts";

const SHORTEST_KEY = 3;
const SHORTEST_TOKEN = 16;
/** `passphrase: psk="…"`: what follows is another name, which is asked by itself. */
const NAME_BEFORE_QUOTE = /^[A-Za-z_]{2,16}=$/;
const QUOTED_DEFAULT = /[^"'\n[]{4,128}/y;
const BRACED_DEFAULT = /[^}\s"'$[]{4,128}/y;

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
  if (view.text[at] === ">" && end < at && !isNamingAttribute(view, start)) return null;
  const meaning = siblingMeaning(view, start, end) ?? meaningOfKey(view.text.slice(start, end));
  if (meaning === null || isChoice(view, key) || isResource(view, key)) return null;
  if (isRequired(view, key, at)) return null;
  const from = endAt(OPERATOR, view.text, at);
  const direct = valueBehind(view, key, from, meaning);
  if (direct !== null || meaning.certainty !== "strong") return direct;
  const behind = afterTypeOrOldValue(view.text, from);
  return behind === -1 ? null : valueBehind(view, key, behind, meaning);
}

/** `${PASSWORD:?must be set}` in a shell. */
function isRequired({ text }: View, { start }: Key, at: number): boolean {
  const next = text[at + 1];
  return (next === "?" || next === "+") && text.startsWith("${", start - 2);
}

const RESOURCE = /arn:[\w:-]{4,80}:$/;

/** The type in the name of an AWS resource: `arn:aws:secretsmanager:eu-west-1:1234:secret:name`. */
function isResource(view: View, { start }: Key): boolean {
  return view.text[start - 1] === ":" && RESOURCE.test(textBefore(view, start, 88));
}

/** `isOk ? token : other` in code. */
function isChoice({ text }: View, { start }: Key): boolean {
  return text.startsWith("? ", text[start - 1] === '"' ? start - 3 : start - 2);
}

const BETWEEN_KEY_AND_OPERATOR = " \t\"'\\]";
const MAX_BETWEEN = 8;
const KEY = /(?<=([\w$.-]{1,64}))/y;
/** `=`, `==`, `=>`, `:=`, `: `, and the brackets of a list with one value. */
const OPERATOR = /[=:>][=>~]{0,2}[ \t]{0,16}(?:\[(?=["'`]))?/y;

/** The name before an operator, through blanks, quotes and brackets, if it may mean a secret. */
function keyBefore({ text, floor }: View, at: number): Key | null {
  let end = at;
  while (at - end < MAX_BETWEEN && BETWEEN_KEY_AND_OPERATOR.includes(text.charAt(end - 1)))
    end -= 1;
  if (!mayEndKey(text.slice(end - 2, end))) return null;
  const length = matchAt(KEY, text, end)?.[1]?.length ?? 0;
  const start = Math.max(floor, end - length);
  return end - start < SHORTEST_KEY ? null : { start, end };
}

function isQuote(character: string | undefined): boolean {
  return character === '"' || character === "'" || character === "`";
}

/** The value that begins here, if its name makes it a secret. `key` is null if it is a flag or an argument. */
export function valueBehind(
  view: View,
  key: Key | null,
  from: number,
  meaning: KeyMeaning,
): Match | null {
  const { text } = view;
  const { category, certainty } = meaning;
  if (certainty === "header") return headerValue(view, from, category);
  if (certainty === "line") return restOfLine(text, from, category);
  const begin = valueStart(text, from);
  const head = text.slice(begin.start, begin.start + HEAD);
  // Refused by its beginning where that is possible: the end of a value may be far away.
  if (certainty === "weak" ? !beginsLikeToken(head) : beginsPlainly(head, begin.quote !== ""))
    return certainty === "strong" ? defaultBehind(text, begin.start, category) : null;
  const span = valueSpan(text, begin);
  if (!isSecret(view, key, span, meaning)) return null;
  const { start } = span;
  const end = span.isQuoted ? newValueEnd(text, span.end) : span.end;
  const match = { start, end, category, isLearned: certainty !== "digits" };
  return end - start >= MAX_VALUE ? { ...match, goesOn: "token" } : match;
}

/** A variable is not a secret, but the value that is used if it is not set may be. */
function defaultBehind(text: string, from: number, category: Category): Match | null {
  const start = defaultStart(text, from);
  if (start === -1) return null;
  const isQuoted = isQuote(text[start - 1]);
  const value = matchAt(isQuoted ? QUOTED_DEFAULT : BRACED_DEFAULT, text, start)?.[0] ?? "";
  const isPlain =
    beginsPlainly(value, true) ||
    isPlainValue(value, { isQuoted: true, isProse: false, isSetting: false });
  return isPlain ? null : { start, end: start + value.length, category, isLearned: true };
}

function isSecret(view: View, key: Key | null, span: ValueSpan, meaning: KeyMeaning): boolean {
  const { start, end, isQuoted } = span;
  const value = view.text.slice(start, end);
  if (NAME_BEFORE_QUOTE.test(value) && isQuote(view.text[end])) return false;
  // The seed of a random generator is a number; that of a wallet never is.
  if (meaning.category === "secret" && /^\d{1,20}$/.test(value)) return false;
  switch (meaning.certainty) {
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
        isSpaced: view.text[start - 1] === " ",
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

const PHRASE_ON_LINE = /[a-z0-9, ]{0,1024}/y;

function restOfLine(text: string, from: number, category: Category): Match | null {
  const { start, end, isQuoted } = valueSpan(text, valueStart(text, from));
  if (isQuoted) return end - start < 12 ? null : { start, end, category };
  const words = text.slice(from, endAt(PHRASE_ON_LINE, text, from)).trimEnd();
  return words.split(" ").length < 6 ? null : { start: from, end: from + words.length, category };
}

const OWN_LINE = /(?:^|\n)[ \t]{0,40}(?:- )?$/;
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;

/** `password: value` on a line of its own, or `PASSWORD=value`: settings; the rest may be code. */
function isSetting(view: View, { start, end }: Key, valueEnd: number): boolean {
  const { text } = view;
  if (text[end] === "=") return text[end + 1] !== " " && CONSTANT.test(text.slice(start, end));
  if (text[end] !== ":" || !/[\n\r]/.test(text[valueEnd] ?? "\n")) return false;
  return OWN_LINE.test(textBefore(view, start, 44));
}

const WORD_BEFORE = /[^\n\r{[(,;?&"'`<>|+\\$/:=\0 -] {1,4}$/;

/** Whether other words stand before the name: a sentence about a password, not a list of settings. */
function isProse(view: View, { start, end }: Key, value: string): boolean {
  const { text } = view;
  if (text[start] === "-") return false;
  // `password=abc123` is never part of an ordinary sentence.
  if (text[end] === "=" && /\d/.test(value) && /[A-Za-z]/.test(value)) return false;
  return WORD_BEFORE.test(textBefore(view, start, 5));
}
