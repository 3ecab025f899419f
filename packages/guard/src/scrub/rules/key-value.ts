/**
 * `name=value`, `name: value`, `"name": "value"`, `name => value`, `<name>value</name>`: the value
 * is a secret if its name says so and the value is not plainly something else.
 */

import { blockValue } from "../block-value.ts";
import type { Category } from "../category.ts";
import { type KeyMeaning, mayEndKey, meaningOfKey, meaningOfTwo } from "../key-name.ts";
import { isCutValue } from "../placeholder.ts";
import {
  beginsLikeToken,
  beginsPlainly,
  HEAD,
  isDrawn,
  isPlainValue,
  isSentence,
  looksChosen,
  type Surroundings,
} from "../plain-value.ts";
import { MAX_VALUE, type ValueSpan, valueSpan, valueStart } from "../value-span.ts";
import { endAt, type Match, matchAt, textBefore, type View } from "../view.ts";
import { headerValue } from "./headers.ts";
import { afterTypeOrOldValue, defaultStart, lastValueEnd } from "./indirect-values.ts";
import { isNamingAttribute, siblingMeaning } from "./sibling-name.ts";

const SHORTEST_KEY = 2;
const SHORTEST_TOKEN = 16;
const SHORTEST_DRAWN = 10;
/** `passphrase: psk="…"`: what follows is another name, which is asked by itself. */
const NAME_BEFORE_QUOTE = /^[A-Za-z_]{2,16}=$/;
const COMMAND = /^[a-z][\w.-]{0,30} [^`]/;
/** `password: bump the cost`: a sentence. */
const IN_SENTENCE = /^[a-z]{1,16}$/;
const NEXT_WORD = / [a-z]{1,16}[ ,.]/y;
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
  const meaning = siblingMeaning(view, start, end) ?? meaningOfName(view, key);
  if (meaning === null || isChoice(view, key) || isResource(view, key)) return null;
  if (isRequired(view, key, at)) return null;
  let from = endAt(OPERATOR, view.text, at);
  if (view.text[at] === ">") {
    from = endAt(ELEMENT_BEGIN, view.text, from);
    const inElement = elementText(view, from, meaning);
    if (inElement !== null || view.text[from] === "@") return inElement;
  }
  const direct = valueBehind(view, key, from, meaning);
  if (direct !== null) return direct;
  const behind = afterTypeOrOldValue(view.text, from);
  return behind === -1 ? null : valueBehind(view, key, behind, meaning);
}

const LAST_OF_TWO = /^(?:key|id|code|cookie|content)s?$/i;
const WORD_AND_BLANK = /(?<![\w.-])([A-Za-z]{2,16}) $/;

/** What a name says; with the word before it if that is part of it: `Session ID`, `public key`. */
function meaningOfName(view: View, { start, end }: Key): KeyMeaning | null {
  const name = view.text.slice(start, end);
  if (view.text[start - 1] === " " && LAST_OF_TWO.test(name)) {
    const before = WORD_AND_BLANK.exec(textBefore(view, start, 18))?.[1];
    const meaning = before === undefined ? null : meaningOfTwo(before, name);
    if (meaning !== null) return meaning === "open" ? null : meaning;
  }
  return meaningOfKey(name);
}

const ELEMENT = /<(?:\w{1,16}:)?([\w.-]{3,40})(?: {1,4}[\w:.-]{1,40}="[^"<>]{0,80}"){1,3} ?$/;

/** Asked at `>` behind a quote: `<Password Type="PasswordText">…`. */
export function elementWithAttributes(view: View, at: number): Match | null {
  const name = ELEMENT.exec(textBefore(view, at, 200))?.[1] ?? "";
  const meaning = name === "" ? null : meaningOfKey(name);
  return meaning?.certainty === "strong" ? valueBehind(view, null, at + 1, meaning) : null;
}

/** A line end before the text of an element, and a mark that says that it is only text. */
const ELEMENT_BEGIN = /(?:\s{1,80}(?=[^\s<]{4,512}\s{0,80}<\/))?(?:<!\[CDATA\[)?/y;
const ELEMENT_TEXT = /[^<\n[]{1,256}/y;

/** The text of an XML element, which may hold blanks. */
function elementText({ text }: View, start: number, meaning: KeyMeaning): Match | null {
  if (meaning.certainty !== "strong") return null;
  const value = matchAt(ELEMENT_TEXT, text, start)?.[0] ?? "";
  if (!value.includes(" ") || !text.startsWith("</", start + value.length)) return null;
  if (isSentence(value) || beginsPlainly(value, true)) return null;
  return { start, end: start + value.length, category: meaning.category, isLearned: true };
}

/** `${PASSWORD:?must be set}` in a shell. */
function isRequired({ text }: View, { start }: Key, at: number): boolean {
  const next = text[at + 1];
  return (next === "?" || next === "+") && text.startsWith("${", start - 2);
}

const RESOURCE = /arn:[\w:-]{4,80}:$|(?:checksum|digest|hash)\/$/;

/**
 * The type in the name of an AWS resource (`arn:aws:secretsmanager:eu-west-1:1234:secret:name`), or
 * what a checksum is of (`checksum/secret: …`).
 */
function isResource(view: View, { start }: Key): boolean {
  return ":/".includes(view.text[start - 1] ?? "=") && RESOURCE.test(textBefore(view, start, 88));
}

/** `isOk ? token : other` in code. */
function isChoice({ text }: View, { start }: Key): boolean {
  return text.startsWith("? ", text[start - 1] === '"' ? start - 3 : start - 2);
}

const BETWEEN_KEY_AND_OPERATOR = " \t\"'\\]";
/** Tools line up the marks behind names of different lengths. */
const MAX_BETWEEN = 64;
/** Letters of other alphabets too. */
const KEY = /(?<=([\w$.\u00c0-\u02af\u0370-\u1fff\u3040-\ud7ff-]{1,64}))/y;
/** `=`, `==`, `=>`, `:=`, `: `, the brackets of a list with one value, and the type that PHP dumps. */
const OPERATOR =
  /[=:>：＝][=>~]{0,2}(?:[ \t]|\^I){0,16}(?:!![a-z]{3,8} |&\w{1,32} (?=["'\w]))?(?:[[(]\s{0,2}(?=["'`])|\{(?=[^{}\s"'$:]{0,64}(?:\d|.[%!@#^&*+~?])[^{}\s"'$:]{0,64}\}(?:[;"'\s]|$))(?=[^}]{6})|\r?\n[ \t]{0,40}string\(\d{1,5}\) (?="))?/y;

/** The name before an operator, through blanks, quotes and brackets, if it may mean a secret. */
function keyBefore({ text, floor }: View, at: number): Key | null {
  let end = at;
  while (at - end < MAX_BETWEEN && BETWEEN_KEY_AND_OPERATOR.includes(text.charAt(end - 1)))
    end -= 1;
  // A tab as `cat -A` shows it.
  if (text.endsWith("^I", end) && text.startsWith("^I", end - 2)) end -= 2;
  if (!mayEndKey(text, end)) return null;
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
  const mayBeBlock = certainty === "strong" || certainty === "line";
  const isBlock = key !== null && mayBeBlock && "|>".includes(text[from] ?? "=");
  const block = isBlock ? blockValue(view, key.start, from, certainty === "line") : null;
  if (block !== null) {
    const { start, end, isCut } = block;
    return isCut ? { start, end, category, goesOn: "key-body" } : { start, end, category };
  }
  if (certainty === "line") return restOfLine(text, from, category);
  const begin = valueStart(text, from);
  const head = text.slice(begin.start, begin.start + HEAD);
  if (certainty === "likely" && head.charCodeAt(0) > 127) return null;
  // A shell puts the output of a command there.
  if (begin.quote === "`" && COMMAND.test(head)) return null;
  // Refused by its beginning where that is possible: the end of a value may be far away.
  if (
    certainty === "weak" ? !isWeaklyNamed(view, key, head) : beginsPlainly(head, begin.quote !== "")
  )
    return certainty === "strong" ? defaultBehind(text, begin.start, category) : null;
  const phrase = begin.quote === "" ? passphraseEnd(view, key, begin.start, meaning) : -1;
  if (phrase !== -1) return { start: begin.start, end: phrase, category, isLearned: true };
  const span = valueSpan(text, begin);
  if (!isSecret(view, key, span, meaning)) return null;
  const { start } = span;
  const end = lastValueEnd(text, start, span);
  const match = { start, end, category, isLearned: certainty !== "digits" };
  return end - start >= MAX_VALUE ? { ...match, goesOn: "token" } : match;
}

const CONSTANT_KEY = /^[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)*[_-]KEY$/;
const HEX_HEAD = /^[0-9a-f]{32}/i;

const LICENSE = /licen[cs]e$/i;
const HEX_PAIR = /^[0-9a-f]{8}:[0-9a-f]{8}(?!\w)/;
const USER_BESIDE = /"(?:user(?:name)?|login|account|email)" ?: ?"[^"\n]{1,64}", ?"$/i;

const BASIC_PAIR = /^[\w.@+-]{2,64}:[ -~]{4,}$/;

/** What a word in base64 says; nothing if it is too short for a name and a password. */
function decoded(head: string): string {
  const word = /^[A-Za-z0-9+/]{12,80}={0,2}(?![\w+/=-])/.exec(head)?.[0] ?? "";
  return Buffer.from(word, "base64").toString("latin1");
}

/** A token; hex digits too if the name is that of a constant or a header: `DD-APPLICATION-KEY`. */
function isWeaklyNamed(view: View, key: Key | null, head: string): boolean {
  const { text } = view;
  if (beginsLikeToken(head) || BASIC_PAIR.test(decoded(head))) return true;
  if (key === null) return false;
  const name = text.slice(key.start, key.end);
  if (HEX_PAIR.test(head)) return LICENSE.test(name);
  if (!HEX_HEAD.test(head)) return false;
  return (
    CONSTANT_KEY.test(name) ||
    /(?:sess(?:ion)?|sid|^auth)$/i.test(name) ||
    (name === "key" && USER_BESIDE.test(textBefore(view, key.start, 120)))
  );
}

const PHRASE = /^[a-z]{3,12}(?: [a-z]{3,12}){2,24}$/;
const WORDS_TO_LINE_END = /[a-z]{2,12}(?: [a-z]{2,12}){2,24}(?=[ \t]{0,8}(?:\r?\n|$))/y;
/** Three words are enough behind a name that says so; behind others they may be a remark. */
const FEWEST_WORDS = 4;

/** Where a passphrase of several words ends, which has the rest of its line to itself; else -1. */
function passphraseEnd(view: View, key: Key | null, from: number, meaning: KeyMeaning): number {
  if (key === null || meaning.category !== "password" || meaning.certainty !== "strong") return -1;
  const words = matchAt(WORDS_TO_LINE_END, view.text, from)?.[0] ?? "";
  if (words === "" || isSentence(words)) return -1;
  const isNamed = /phrase$/i.test(view.text.slice(key.start, key.end));
  const count = words.split(" ").length;
  if (isProse(view, key, words)) return isNamed && count >= FEWEST_WORDS ? from + words.length : -1;
  return isNamed || count >= FEWEST_WORDS ? from + words.length : -1;
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
  if (!isQuoted && view.text[start - 1] === " " && IN_SENTENCE.test(value)) {
    if (endAt(NEXT_WORD, view.text, end) !== -1) return false;
  }
  if (NAME_BEFORE_QUOTE.test(value) && isQuote(view.text[end])) return false;
  if (!isQuoted && isCutValue(view.text, end)) return false;
  // The seed of a random generator is a number; that of a wallet never is.
  if (meaning.category === "secret" && /^\d{1,20}$/.test(value)) return false;
  switch (meaning.certainty) {
    case "weak":
      return value.length >= SHORTEST_TOKEN;
    case "drawn":
      return isDrawn(value, meaning.category === "api-key" ? SHORTEST_TOKEN : SHORTEST_DRAWN);
    case "digits":
      return isNumber(value, meaning.category) && !isCutValue(view.text, end);
    default:
      if (meaning.certainty === "likely" && !looksChosen(value) && !isPhrase(span, value, meaning))
        return false;
      return !isPlainValue(value, surroundingsOf(view, key, span, meaning.category));
  }
}

/** Words in quotes behind a name that tells first: `PASSPHRASE_GPG="correct horse battery"`. */
function isPhrase({ isQuoted }: ValueSpan, value: string, { category }: KeyMeaning): boolean {
  return isQuoted && category === "password" && PHRASE.test(value) && !isSentence(value);
}

const TYPE_WITH_DIGITS = /^u?int\d|Array$/i;
const IN_SETTINGS = { isProse: false, isSetting: true } as const;

/** What stands around a value. It decides only about short values, and those that may be a word or a type. */
function surroundingsOf(
  view: View,
  key: Key | null,
  span: ValueSpan,
  category: Category,
): Surroundings {
  const { start, end, isQuoted } = span;
  const value = view.text.slice(start, end);
  const hasDigits = value.length >= 8 && /\d/.test(value) && !TYPE_WITH_DIGITS.test(value);
  if (key === null || hasDigits) return { ...IN_SETTINGS, isQuoted };
  const isSpaced = view.text[start - 1] === " ";
  return {
    isQuoted,
    isProse: isProse(view, key, value),
    isSpaced,
    isToken: category === "token" || category === "api-key",
    isSetting: isSetting(view, key, end),
    isCode: isSpaced && isCode(view, key, end),
  };
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

/** `this.token = …`, `self.token = …`, `token = …;`: what follows may be a variable. */
function isCode({ text }: View, { start, end }: Key, valueEnd: number): boolean {
  if (text.startsWith("self.", start) || text.startsWith("this.", start)) return true;
  return text[valueEnd] === ";" && text.startsWith(" = ", end);
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
