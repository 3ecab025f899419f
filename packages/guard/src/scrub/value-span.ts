/**
 * Where a value begins and ends: quoted, also with three quotes over several lines, escaped inside
 * JSON, or bare up to what ends it.
 */
import { placeholderEnd, placeholderIndex } from "./placeholder.ts";
import { endAt } from "./view.ts";

export interface ValueSpan {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

/** Where a value begins, behind its quote if it has one. */
export interface ValueStart {
  readonly start: number;
  readonly quote: string;
}

export const MAX_VALUE = 1_024;

/** How long a value of several lines may be. */
export const MAX_BLOCK = 4_096;

/** A letter before a quote is one of Python's or SQL's, a dollar one of a shell. */
const OPENING_QUOTE = /[bBuUrRN$]?\\{0,8}["'`]/y;
const TRIPLE_QUOTE = /(?:"""|''')(?:\\?\r?\n[ \t]{0,64})?/y;

export function valueStart(text: string, from: number): ValueStart {
  if (text.startsWith('"""', from) || text.startsWith("'''", from)) {
    return { start: endAt(TRIPLE_QUOTE, text, from), quote: text.slice(from, from + 3) };
  }
  const start = endAt(OPENING_QUOTE, text, from);
  if (start === -1) return { start: from, quote: "" };
  return { start, quote: text.slice(from, start).replace(/^[\w$]/, "") };
}

export function valueSpan(text: string, { start, quote }: ValueStart): ValueSpan {
  const isTriple = quote.length === 3 && !quote.startsWith("\\");
  const close = isTriple ? closingTriple : closingQuote;
  const end = quote === "" ? -1 : close(text, start, quote);
  if (end !== -1) return { start, end, isQuoted: true };
  return { start, end: bareEnd(text, start), isQuoted: false };
}

const INSIDE_QUOTES = /[^\n\r\0[\\"'`]{0,1024}/y;

/** The same quote again, behind as many backslashes; never past a line end or a placeholder. */
function closingQuote(text: string, from: number, quote: string): number {
  const limit = Math.min(text.length, from + MAX_VALUE);
  for (let at = endAt(INSIDE_QUOTES, text, from); at < limit; ) {
    const mark = text.charAt(at);
    if ("\n\r\0".includes(mark)) return -1;
    if (placeholderEnd(text, at) !== -1) return at === from ? at : -1;
    if (text.startsWith(quote, at)) return at;
    at = endAt(INSIDE_QUOTES, text, Math.min(limit, at + (mark === "\\" ? 2 : 1)));
  }
  return -1;
}

/** Without the blanks before the closing quotes; never past a placeholder. */
function closingTriple(text: string, from: number, quote: string): number {
  const body = text.slice(from, from + MAX_BLOCK);
  const length = body.indexOf(quote);
  const inner = placeholderIndex(body);
  if (length === -1 || (inner !== -1 && inner < length)) return inner === 0 ? from : -1;
  return from + body.slice(0, length).trimEnd().length;
}

const INSIDE_BARE = /[^\n\r\t\0 "'`<>,;&|)\]}[\\]{0,1024}/y;
const SEPARATORS = ",;&|)]}";
const CLOSING = ")]}";
const TRAILING = ",;:.)}]|&!?";
const ENDS_BARE = "\n\r\t\0 \"'`<>";
/** What may follow a bracket that closes a value; inside a password a letter follows it. */
const AFTER_CLOSING = `${ENDS_BARE}${SEPARATORS}${TRAILING}(`;
/** A quote, a backslash or a line end: JSON inside a value ends there. */
const CONTINUED = /\\\r?\n(?=[A-Za-z0-9+/=])/y;
const ESCAPE = /\\["'\\nrt]/y;
const NEXT_PAIR = /.[\w.$%-]{1,64}(?: {0,2}[=:]|\[REDACTED:)/y;

function bareEnd(text: string, from: number): number {
  const limit = Math.min(text.length, from + MAX_VALUE);
  let at = endAt(INSIDE_BARE, text, from);
  while (at < limit && !endsBare(text, at)) {
    // A shell goes on reading behind a backslash at the end of a line.
    at = endAt(INSIDE_BARE, text, Math.max(at + 1, endAt(CONTINUED, text, at)));
  }
  return withoutTrailing(text, from, Math.min(at, limit));
}

function endsBare(text: string, at: number): boolean {
  const mark = text.charAt(at);
  if (mark === "[") return placeholderEnd(text, at) !== -1;
  if (mark === "\\") return endAt(ESCAPE, text, at) !== -1;
  return SEPARATORS.includes(mark) ? isSeparator(text, at, mark) : true;
}

/** A comma may be part of a password; a comma before the next `name=` is not. */
function isSeparator(text: string, at: number, mark: string): boolean {
  const next = text.charAt(at + 1);
  if (mark === "&" || next === "") return true;
  if (CLOSING.includes(mark)) return AFTER_CLOSING.includes(next);
  return ENDS_BARE.includes(next) || endAt(NEXT_PAIR, text, at) !== -1;
}

function withoutTrailing(text: string, from: number, end: number): number {
  let at = end;
  while (at > from && TRAILING.includes(text.charAt(at - 1))) at -= 1;
  // A value of punctuation alone, or one that ends in an exclamation mark, is kept whole.
  return at === from || text[at] === "!" ? end : at;
}
