/** Where a value begins and ends: quoted, escaped inside JSON, or bare up to what ends it. */
import * as characters from "./characters.ts";
import * as placeholders from "./placeholder.ts";
import type { Text } from "./text.ts";
import * as heads from "./value-head.ts";

// Bound here once: what is imported is fetched and checked again at each use.
const {
  endsOrTrails,
  endsValue,
  isNameAt,
  isOutside,
  isQuote,
  isSeparator,
  isTrailingAt,
  isWord,
  kindOf,
  mayEndValue,
  unitAt,
} = characters;
const { placeholderEnd } = placeholders;
const { firstWordEnd } = heads;

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
  if (!isQuote(code)) return "";
  return text.string.slice(at, from + 1);
}

/** The same quote again, behind as many backslashes; never past a line end or a placeholder. */
function closingQuote(text: Text, from: number, quote: string): number {
  const limit = Math.min(text.length, from + MAX_VALUE);
  const first = quote.charCodeAt(0);
  for (let at = from; at < limit; at += 1) {
    const code = text.units[at] as number;
    if (isWord(kindOf(code))) continue;
    if (code === first && text.string.startsWith(quote, at)) return at;
    if (code === 10 || code === 13 || code === 0) return -1;
    if (code === 91 && placeholderEnd(text, at) !== -1) return at === from ? at : -1;
    if (code === BACKSLASH) at += 1;
  }
  return -1;
}

const OPENING = "[REDACTED:";
const MAX_NAME = 64;
const [PERCENT, COLON, EQUALS, BRACKET] = [37, 58, 61, 91];

/** A name, and an operator or what a scrub has left of one. */
function isPairNext(text: Text, from: number): boolean {
  const limit = from + MAX_NAME;
  let at = from;
  while (at < limit && (isNameAt(text, at) || unitAt(text, at) === PERCENT)) at += 1;
  if (at === from) return false;
  if (unitAt(text, at) === BRACKET) return text.string.startsWith(OPENING, at);
  for (let blanks = 0; blanks < 2 && unitAt(text, at) === SPACE; blanks += 1) at += 1;
  return unitAt(text, at) === COLON || unitAt(text, at) === EQUALS;
}

function bareEnd(text: Text, from: number): number {
  const limit = Math.min(text.length, from + MAX_VALUE);
  let at = firstWordEnd(text, from);
  for (; at < limit; at += 1) {
    const code = text.units[at] as number;
    const kind = kindOf(code);
    if (!mayEndValue(kind)) continue;
    if (endsValue(kind)) break;
    if (code === 91 && placeholderEnd(text, at) !== -1) break;
    if (code === BACKSLASH && isEscape(unitAt(text, at + 1))) break;
    if (isSeparator(kind) && isEndBefore(text, at)) break;
  }
  return withoutTrailing(text, from, at);
}

/** A quote, a backslash or one of `n`, `r`, `t`: JSON inside of a value ends there. */
function isEscape(code: number): boolean {
  return code === 34 || code === 39 || code === 92 || code === 110 || code === 114 || code === 116;
}

/** A comma may be part of a password; a comma before the next `name=` is not. */
function isEndBefore(text: Text, at: number): boolean {
  const next = unitAt(text, at + 1);
  if ((text.units[at] as number) === 38 || isOutside(next)) return true;
  const kind = kindOf(next);
  // A closing bracket ends a value before more punctuation; inside a password a letter follows it.
  if (isClosing(text.units[at] as number)) return endsOrTrails(kind) || next === 40;
  if (endsValue(kind)) return true;
  return isPairNext(text, at + 1);
}

function isClosing(code: number): boolean {
  return code === 41 || code === 93 || code === 125;
}

function withoutTrailing(text: Text, from: number, end: number): number {
  let at = end;
  while (at > from && isTrailingAt(text, at - 1)) at -= 1;
  // A value of punctuation alone, or one that ends in an exclamation mark, is kept whole.
  return at === from || unitAt(text, at) === 33 ? end : at;
}
