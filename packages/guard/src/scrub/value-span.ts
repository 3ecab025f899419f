/** Where a value begins and ends: quoted, escaped inside JSON, or bare up to what ends it. */
import { placeholderEnd } from "./placeholder.ts";

export interface ValueSpan {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

export const MAX_VALUE = 1_024;
const MAX_SPACES = 16;

const SPACE = 32;
const TAB = 9;
const BACKSLASH = 92;

/** Past blanks, and past one line end where a value may stand on the next line. */
export function afterBlanks(text: string, from: number): number {
  const limit = from + MAX_SPACES;
  let at = from;
  while (at < limit) {
    const code = text.charCodeAt(at);
    if (code !== SPACE && code !== TAB) break;
    at += 1;
  }
  return at;
}

/** Where a value begins, behind its quote if it has one. Its end costs more, and is asked later. */
export interface ValueStart {
  readonly start: number;
  readonly quote: string;
}

export function valueStart(text: string, from: number): ValueStart {
  const quote = openingQuote(text, from);
  return { start: from + quote.length, quote };
}

export function valueSpan(text: string, { start, quote }: ValueStart): ValueSpan {
  const end = quote === "" ? -1 : closingQuote(text, start, quote);
  if (end !== -1) return { start, end, isQuoted: true };
  return { start, end: bareEnd(text, start), isQuoted: false };
}

function openingQuote(text: string, at: number): string {
  let from = at;
  const limit = at + 8;
  while (from < limit && text.charCodeAt(from) === BACKSLASH) from += 1;
  const character = text[from];
  if (character !== '"' && character !== "'" && character !== "`") return "";
  return text.slice(at, from + 1);
}

/** The same quote again, behind as many backslashes; never past a line end or a placeholder. */
function closingQuote(text: string, from: number, quote: string): number {
  const limit = Math.min(text.length, from + MAX_VALUE);
  for (let at = from; at < limit; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13 || code === 0) return -1;
    if (code === 91 && placeholderEnd(text, at) !== -1) return at === from ? at : -1;
    if (text.startsWith(quote, at)) return at;
    if (code === BACKSLASH) at += 1;
  }
  return -1;
}

const ENDS_BARE = 1;
const SEPARATOR = 2;
const TRAILING = 4;
const MARKS = marks();
const NEXT_PAIR = /[\w.$%-]{1,64}(?: {0,2}[=:]|\[REDACTED:)/y;

function marks(): Uint8Array {
  const table = new Uint8Array(128);
  const add = (characters: string, mark: number): void => {
    for (const character of characters) {
      const code = character.charCodeAt(0);
      table[code] = (table[code] ?? 0) | mark;
    }
  };
  add("\n\r\t\0 \"'`<>", ENDS_BARE);
  add(",;&|)]}", SEPARATOR);
  add(",;:.)}]|&!?", TRAILING);
  return table;
}

function bareEnd(text: string, from: number): number {
  const limit = Math.min(text.length, from + MAX_VALUE);
  let at = from;
  for (; at < limit; at += 1) {
    const code = text.charCodeAt(at);
    const mark = MARKS[code] ?? 0;
    if ((mark & ENDS_BARE) !== 0) break;
    if (code === 91 && placeholderEnd(text, at) !== -1) break;
    if (code === BACKSLASH && isEscape(text.charCodeAt(at + 1))) break;
    if ((mark & SEPARATOR) !== 0 && isSeparator(text, at)) break;
  }
  return withoutTrailing(text, from, at);
}

/** A quote, a backslash or one of `n`, `r`, `t`: JSON inside of a value ends there. */
function isEscape(code: number): boolean {
  return code === 34 || code === 39 || code === 92 || code === 110 || code === 114 || code === 116;
}

/** A comma may be part of a password; a comma before the next `name=` is not. */
function isSeparator(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  if (text.charCodeAt(at) === 38 || Number.isNaN(next)) return true;
  // A closing bracket ends a value before more punctuation; inside a password a letter follows it.
  if (isClosing(text.charCodeAt(at))) return (MARKS[next] ?? 0) !== 0 || next === 40;
  if (((MARKS[next] ?? 0) & ENDS_BARE) !== 0) return true;
  NEXT_PAIR.lastIndex = at + 1;
  return NEXT_PAIR.test(text);
}

function isClosing(code: number): boolean {
  return code === 41 || code === 93 || code === 125;
}

function withoutTrailing(text: string, from: number, end: number): number {
  let at = end;
  while (at > from && ((MARKS[text.charCodeAt(at - 1)] ?? 0) & TRAILING) !== 0) at -= 1;
  // A value of punctuation alone, or one that ends in an exclamation mark, is kept whole.
  return at === from || text.charCodeAt(at) === 33 ? end : at;
}
