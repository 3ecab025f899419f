/** Where a value begins and ends: quoted, escaped inside JSON, or bare up to what ends it. */
import {
  ENDS_VALUE,
  KINDS,
  kindAt,
  NONE,
  SEPARATOR,
  TRAILING,
  unitAt,
  WORD,
} from "./characters.ts";
import { placeholderEnd } from "./placeholder.ts";
import type { Text } from "./text.ts";

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
export function afterBlanks(text: Text, from: number): number {
  const limit = from + MAX_SPACES;
  let at = from;
  while (at < limit) {
    const code = unitAt(text, at);
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

export function valueStart(text: Text, from: number): ValueStart {
  const quote = openingQuote(text, from);
  return { start: from + quote.length, quote };
}

export function valueSpan(text: Text, { start, quote }: ValueStart): ValueSpan {
  const end = quote === "" ? -1 : closingQuote(text, start, quote);
  if (end !== -1) return { start, end, isQuoted: true };
  return { start, end: bareEnd(text, start), isQuoted: false };
}

function openingQuote(text: Text, at: number): string {
  let from = at;
  const limit = at + 8;
  while (from < limit && unitAt(text, from) === BACKSLASH) from += 1;
  const code = unitAt(text, from);
  if (code !== 34 && code !== 39 && code !== 96) return "";
  return text.string.slice(at, from + 1);
}

/** The same quote again, behind as many backslashes; never past a line end or a placeholder. */
function closingQuote(text: Text, from: number, quote: string): number {
  const limit = Math.min(text.length, from + MAX_VALUE);
  const first = quote.charCodeAt(0);
  for (let at = from; at < limit; at += 1) {
    const code = text.units[at] as number;
    if (code === first && text.string.startsWith(quote, at)) return at;
    if (((KINDS[code] as number) & WORD) !== 0) continue;
    if (code === 10 || code === 13 || code === 0) return -1;
    if (code === 91 && placeholderEnd(text, at) !== -1) return at === from ? at : -1;
    if (code === BACKSLASH) at += 1;
  }
  return -1;
}

const ENDS_OR_TRAILS = ENDS_VALUE | SEPARATOR | TRAILING;
const NEXT_PAIR = /[\w.$%-]{1,64}(?: {0,2}[=:]|\[REDACTED:)/y;

function bareEnd(text: Text, from: number): number {
  const limit = Math.min(text.length, from + MAX_VALUE);
  let at = from;
  for (; at < limit; at += 1) {
    const code = text.units[at] as number;
    const mark = KINDS[code] as number;
    if ((mark & ENDS_VALUE) !== 0) break;
    if (code === 91 && placeholderEnd(text, at) !== -1) break;
    if (code === BACKSLASH && isEscape(unitAt(text, at + 1))) break;
    if ((mark & SEPARATOR) !== 0 && isSeparator(text, at)) break;
  }
  return withoutTrailing(text, from, at);
}

/** A quote, a backslash or one of `n`, `r`, `t`: JSON inside of a value ends there. */
function isEscape(code: number): boolean {
  return code === 34 || code === 39 || code === 92 || code === 110 || code === 114 || code === 116;
}

/** A comma may be part of a password; a comma before the next `name=` is not. */
function isSeparator(text: Text, at: number): boolean {
  const next = unitAt(text, at + 1);
  if ((text.units[at] as number) === 38 || next === NONE) return true;
  const kind = KINDS[next] as number;
  // A closing bracket ends a value before more punctuation; inside a password a letter follows it.
  if (isClosing(text.units[at] as number)) return (kind & ENDS_OR_TRAILS) !== 0 || next === 40;
  if ((kind & ENDS_VALUE) !== 0) return true;
  NEXT_PAIR.lastIndex = at + 1;
  return NEXT_PAIR.test(text.string);
}

function isClosing(code: number): boolean {
  return code === 41 || code === 93 || code === 125;
}

function withoutTrailing(text: Text, from: number, end: number): number {
  let at = end;
  while (at > from && (kindAt(text, at - 1) & TRAILING) !== 0) at -= 1;
  // A value of punctuation alone, or one that ends in an exclamation mark, is kept whole.
  return at === from || unitAt(text, at) === 33 ? end : at;
}
