/** Headers whose whole value is a credential, and the schemes that say so without a header. */
import type { Category } from "../category.ts";
import { hasDigitWithin, isWord, isWordAt, kindOf, unitAt } from "../characters.ts";
import type { Text } from "../text.ts";
import { HEAD, mayBeginToken } from "../value-head.ts";
import { afterBlanks, MAX_VALUE, type ValueStart, valueSpan, valueStart } from "../value-span.ts";
import {
  begun,
  evident,
  isEdgeBefore,
  type Match,
  matchAt,
  matchEnd,
  named,
  runEnd,
  type View,
} from "../view.ts";
import { inEveryCase, MAX_TOKEN, type PrefixRule } from "./prefix-rule.ts";

const SCHEME =
  /(?:Bearer|Basic|Digest|Token|Negotiate|NTLM|ApiKey|AWS4-HMAC-SHA256|Bot|Key) {1,4}/iy;
const REFERENCE = /(?:\$[{(A-Za-z]|\{|<|%s|\*{3}|\.{3}|\[|["'`])/y;
const SHORTEST = 6;
const MAX_COOKIE_NAME = 64;
const [PERCENT, DASH, DOT, EQUALS] = [37, 45, 46, 61];

/** To the closing quote, or to the end of the line: cookies and signatures hold blanks. */
export function headerValue({ text }: View, from: number, category: Category): Match | null {
  const begin = valueStart(text, from);
  const scheme = category === "authorization" ? matchAt(SCHEME, text, begin.start) : null;
  const start = begin.start + (scheme?.[0].length ?? 0);
  if (!isWordAt(text, start) && matchEnd(REFERENCE, text, start) !== -1) return null;
  if (category === "cookie" && !isCookieName(text, start)) return null;
  // Without a scheme it is one word, and a word with a digit: no sentence about authorization.
  if (category === "authorization" && scheme === null) return oneWord(text, begin, category);
  const quoted = begin.quote === "" ? null : valueSpan(text, begin);
  // The parts of a digest are quoted; in all other headers a quote ends the value.
  const isUnit =
    /^digest/i.test(scheme?.[0] ?? "") && begin.quote === "" ? isLineUnit : isHeaderUnit;
  const end = quoted?.isQuoted ? quoted.end : lineEnd(text, start, isUnit);
  if (end - start < SHORTEST) return null;
  const match =
    category === "authorization"
      ? named(start, end, categoryOf(scheme?.[0] ?? ""))
      : evident(start, end, category);
  return end - start >= MAX_VALUE ? begun(match, "token") : match;
}

/** A name, and `=`. */
function isCookieName(text: Text, start: number): boolean {
  const end = runEnd(text, start, MAX_COOKIE_NAME, isCookieNameUnit);
  return end > start && unitAt(text, end) === EQUALS;
}

/** Letters, digits, `_`, `.`, `%` and `-`. */
function isCookieNameUnit(code: number): boolean {
  return isWord(kindOf(code)) || code === DOT || code === PERCENT || code === DASH;
}

function oneWord(text: Text, begin: ValueStart, category: Category): Match | null {
  const { start, end } = valueSpan(text, begin);
  const isPlain =
    end - start < SHORTEST || !hasDigitWithin(text, start, Math.min(end, start + HEAD));
  return isPlain ? null : evident(start, end, category);
}

function categoryOf(scheme: string): Category {
  if (/^basic/i.test(scheme)) return "basic-auth";
  return /^(?:bearer|token|bot)/i.test(scheme) ? "token" : "authorization";
}

function lineEnd(text: Text, from: number, isUnit: (code: number) => boolean): number {
  let at = runEnd(text, from, MAX_VALUE, isUnit);
  const inner = text.string.slice(from, at).indexOf("[REDACTED:");
  if (inner !== -1) at = from + inner;
  while (at > from && /[ ,)}\]]/.test(text.string[at - 1] ?? "")) at -= 1;
  return at;
}

function isLineUnit(code: number): boolean {
  return code >= 32;
}

/** Everything but line ends, quotes, backslashes, angle brackets and NUL. */
function isHeaderUnit(code: number): boolean {
  return code > 62
    ? code !== 92 && code !== 96
    : code >= 32 && code !== 34 && code !== 39 && code !== 60 && code !== 62;
}

const BEARER = new RegExp(`bearer {1,4}([A-Za-z0-9._~+/=-]{16,${MAX_TOKEN}})`, "iy");
const BASIC = new RegExp(`basic {1,4}([A-Za-z0-9+/_-]{8,${MAX_TOKEN}}={0,2})`, "iy");
/** The words and their first blank, and the shortest token behind each. */
const [BEARER_LENGTH, SHORTEST_BEARER, BASIC_LENGTH, SHORTEST_BASIC] = [7, 16, 6, 8];
const PLAIN_WORD = /^[A-Za-z]?[a-z-]+$/;

/** A look that refuses most mentions of a scheme in a sentence. */
function mayPrecedeToken(view: View, at: number, length: number, shortest: number): boolean {
  const { text } = view;
  if (!isEdgeBefore(view, at)) return false;
  return mayBeginToken(text, afterBlanks(text, at + length), shortest);
}

export const SCHEMES: readonly PrefixRule[] = [
  {
    prefixes: inEveryCase(["bearer "]),
    match(view, at) {
      if (!mayPrecedeToken(view, at, BEARER_LENGTH, SHORTEST_BEARER)) return null;
      const found = matchAt(BEARER, view.text, at);
      const token = found?.[1] ?? "";
      if (token === "" || PLAIN_WORD.test(token)) return null;
      const end = at + (found?.[0].length ?? 0);
      const start = end - token.length;
      const match = named(start, end, "token");
      return token.length >= MAX_TOKEN ? begun(match, "token") : match;
    },
  },
  {
    prefixes: inEveryCase(["basic "]),
    match(view, at) {
      if (!mayPrecedeToken(view, at, BASIC_LENGTH, SHORTEST_BASIC)) return null;
      const found = matchAt(BASIC, view.text, at);
      const token = found?.[1] ?? "";
      if (token === "" || !isPairInBase64(token)) return null;
      const end = at + (found?.[0].length ?? 0);
      return named(end - token.length, end, "basic-auth");
    },
  },
];

/** Whether these letters decode to a name and a password: a word like "authentication" does not. */
function isPairInBase64(token: string): boolean {
  return /^[\x20-\x39\x3b-\x7e]*:[\x20-\x7e]*$/.test(
    Buffer.from(token, "base64").toString("latin1"),
  );
}
