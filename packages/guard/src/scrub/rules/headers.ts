/** Headers whose whole value is a credential, and the schemes that say so without a header. */
import type { Category } from "../category.ts";
import { isCutValue, placeholderIndex } from "../placeholder.ts";
import { HEAD } from "../plain-value.ts";
import { MAX_VALUE, type ValueStart, valueSpan, valueStart } from "../value-span.ts";
import { endAt, isEdgeBefore, type Match, matchAt, type View } from "../view.ts";
import { inEveryCase, MAX_TOKEN, type PrefixRule } from "./prefix-rule.ts";

const SCHEME =
  /(?:Bearer|Basic|Digest|Token|Negotiate|NTLM|ApiKey|AWS4-HMAC-SHA256|Bot|Key) {1,4}/iy;
/** `Splunk …`, `GenieKey …`, `SSWS …`: what follows is a token. */
const OTHER_SCHEME =
  /[A-Za-z][\w-]{1,30}[ =](?=[^\s"'$<{[]{0,64}\d)(?=[^\s"'$<{[]{12})(?![\w-]+=)/y;
const COOKIE_NAME = /[\w.%-]{1,64}=/y;
/** One cookie that the server sets, too short to be a credential. */
const PREFERENCE =
  /[\w.-]{1,64}=[\w-]{0,5}; {0,2}(?:Path|Max-Age|Expires|Domain|Secure|HttpOnly|SameSite)/iy;
const REFERENCE = /(?:\$[{(A-Za-z]|\{|<|%s|\*{3}|\.{3}|\[|["'`])/y;
const SHORTEST = 6;
/** The parts of a digest are quoted; in all other headers a quote ends the value. */
const REST_OF_LINE = /[^\n\r\t\v\f\0]{0,1024}/y;
const UP_TO_QUOTE = /[^\n\r\t\v\f\0"'<>\\`]{0,1024}/y;

/** To the closing quote, or to the end of the line: cookies and signatures hold blanks. */
export function headerValue({ text }: View, from: number, category: Category): Match | null {
  const begin = valueStart(text, from);
  const scheme =
    category === "authorization" ? (matchAt(SCHEME, text, begin.start)?.[0] ?? "") : "";
  const start = begin.start + scheme.length;
  if (endAt(REFERENCE, text, start) !== -1) return null;
  if (category === "cookie" && endAt(COOKIE_NAME, text, start) === -1) return null;
  if (category === "cookie" && endAt(PREFERENCE, text, start) !== -1) return null;
  // Without a known scheme it is one word with a digit, not a sentence about authorization.
  if (category === "authorization" && scheme === "") {
    const other = endAt(OTHER_SCHEME, text, start);
    return oneWord(text, other === -1 ? begin : { ...begin, start: other }, category);
  }
  const quoted = begin.quote === "" ? null : valueSpan(text, begin);
  const isDigest = /^digest/i.test(scheme) && begin.quote === "";
  const end = quoted?.isQuoted
    ? quoted.end
    : lineEnd(text, start, isDigest ? REST_OF_LINE : UP_TO_QUOTE);
  if (end - start < SHORTEST) return null;
  const isLearned = category === "authorization";
  const match = { start, end, category: categoryOf(scheme, category), isLearned };
  return end - start >= MAX_VALUE ? { ...match, goesOn: "token" } : match;
}

function oneWord(text: string, begin: ValueStart, category: Category): Match | null {
  const { start, end } = valueSpan(text, begin);
  const hasDigit = /\d/.test(text.slice(start, Math.min(end, start + HEAD)));
  if (end - start < SHORTEST || !hasDigit || isCutValue(text, end)) return null;
  return { start, end, category };
}

function categoryOf(scheme: string, category: Category): Category {
  if (/^basic/i.test(scheme)) return "basic-auth";
  return /^(?:bearer|token|bot)/i.test(scheme) ? "token" : category;
}

function lineEnd(text: string, from: number, line: RegExp): number {
  const value = text.slice(from, endAt(line, text, from));
  const inner = placeholderIndex(value);
  let end = from + (inner === -1 ? value.length : inner);
  while (end > from && " ,)}]".includes(text.charAt(end - 1))) end -= 1;
  return end;
}

const BEARER = new RegExp(`bearer {1,4}([A-Za-z0-9._~+/=-]{16,${MAX_TOKEN}})`, "iy");
const BASIC = new RegExp(`basic {1,4}([A-Za-z0-9+/_-]{8,${MAX_TOKEN}}={0,2})`, "iy");
const PLAIN_WORD = /^[A-Za-z]?[a-z-]+$/;
/** What a name and a password decode to; a word like "authentication" does not. */
const PAIR = /^[\x20-\x39\x3b-\x7e]*:[\x20-\x7e]*$/;

export const SCHEMES: readonly PrefixRule[] = [
  {
    prefixes: inEveryCase(["bearer "]),
    match(view, at) {
      const [whole = "", token = ""] = matchAt(BEARER, view.text, at) ?? [];
      if (token === "" || PLAIN_WORD.test(token) || !isEdgeBefore(view, at)) return null;
      const end = at + whole.length;
      const match = { start: end - token.length, end, category: "token", isLearned: true } as const;
      return token.length >= MAX_TOKEN ? { ...match, goesOn: "token" } : match;
    },
  },
  {
    prefixes: inEveryCase(["basic "]),
    match(view, at) {
      const [whole = "", token = ""] = matchAt(BASIC, view.text, at) ?? [];
      if (token === "" || !isEdgeBefore(view, at)) return null;
      if (!PAIR.test(Buffer.from(token, "base64").toString("latin1"))) return null;
      const end = at + whole.length;
      return { start: end - token.length, end, category: "basic-auth", isLearned: true };
    },
  },
];
