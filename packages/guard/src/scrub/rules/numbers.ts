/** Numbers of cards, social security and telephones, and IPv4 addresses. */
import { isWordAt } from "../characters.ts";
import { isCutByPlaceholder } from "../placeholder.ts";
import { isEdgeAfter, isEdgeBefore, type Match, matchAt, textBefore, type View } from "../view.ts";
import { isPublicV4 } from "./addresses.ts";

const DOT = 46;
const DASH = 45;

export const SHORTEST_CARD = 14;

/** Asked where a run of digits ends that is a word by itself. */
export function numberWord(view: View, start: number, end: number): Match | null {
  const length = end - start;
  const next = view.text.charCodeAt(end);
  if (length >= SHORTEST_CARD) return length <= 16 ? card(view, start, end) : null;
  if (length === 4 && (next === 32 || next === DASH)) return groupedCard(view, start, end);
  if (length === 6 && next === DASH) return recoveryKey(view, start);
  if (length === 3 && next === DASH) return ssn(view, start) ?? nationalPhone(view, start);
  if (length <= 3 && next === DOT) return ipv4(view, start) ?? nationalPhone(view, start);
  return length === 3 && next === 41 ? nationalPhone(view, start) : null;
}

const ISSUER =
  /^(?:4|5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720|3[47]|30[0-5]|3[689]|35[2-8]|6011|62|64[4-9]|65|67)/;
/** Banks do not issue such numbers; amounts in small units often look like this. */
const ROUND = /0{8}/;
const SAYS_AMOUNT =
  /(?:amount|balance|total|size|offset|bytes|length|count|raw|seed|time|stamp|nonce|seq|serial|fee|price|progress|id|nanos|micros|[._\s](?:ns|us|ms))["']?[\s:=]{1,3}["']?$/i;
const UNIT =
  /["']?[ _]?(?:bytes|raw|[kmgt]i?b|ns|us|ms|wei|gwei|sats?|msats?|xno|lamports|units|records|rows|items|cycles|ticks|iterations)\b/iy;

function card(view: View, start: number, end: number): Match | null {
  const digits = view.text.slice(start, end);
  if (!ISSUER.test(digits) || !passesLuhn(digits) || !standsAlone(view, start, end)) return null;
  const isAmex = /^3[47]/.test(digits);
  if (digits.length === 15 ? !isAmex : digits.length === 14 && !/^3[0689]/.test(digits))
    return null;
  return isAmount(view, start, end) ? null : { start, end, category: "credit-card" };
}

/** One number in ten passes the Luhn check: a word or unit beside it may say that it is a count. */
function isAmount(view: View, start: number, end: number): boolean {
  const { text } = view;
  if (ROUND.test(text.slice(start, end)) || matchAt(UNIT, text, end) !== null) return true;
  return SAYS_AMOUNT.test(textBefore(view, start, 16));
}

const GROUPS = [
  /\d{4}([ -])(?:\d{4}\1\d{4}\1\d{4}|\d{6}\1\d{5})/y,
  /\d{4}([ -])\d{4}\1\d{4}\1\d{4}\1\d{3}/y,
];

function groupedCard(view: View, start: number, first: number): Match | null {
  if (!ISSUER.test(view.text.slice(start, first))) return null;
  for (const groups of GROUPS) {
    const found = matchAt(groups, view.text, start);
    if (found === null) return null;
    const end = start + found[0].length;
    if (passesLuhn(found[0]) && standsAlone(view, start, end) && !isInDump(view, start, end)) {
      return { start, end, category: "credit-card" };
    }
  }
  return null;
}

const HEX_GROUP_BEFORE = /(?<![\w])[0-9a-f]{4} $/;
const HEX_GROUP_BEHIND = / [0-9a-f]{4}(?!\w)/y;

/** Bytes in groups of four hex digits, as `xxd` prints them. */
function isInDump(view: View, start: number, end: number): boolean {
  if (ROUND.test(view.text.slice(start, end).replace(/\D/g, ""))) return true;
  return (
    HEX_GROUP_BEFORE.test(textBefore(view, start, 6)) ||
    matchAt(HEX_GROUP_BEHIND, view.text, end) !== null
  );
}

/** Every second digit from the right counts double, and the sum is a multiple of ten. */
function passesLuhn(grouped: string): boolean {
  let sum = 0;
  let isDoubled = false;
  for (let index = grouped.length - 1; index >= 0; index -= 1) {
    const digit = grouped.charCodeAt(index) - 48;
    if (digit < 0) continue;
    const counted = isDoubled ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
    isDoubled = !isDoubled;
  }
  return sum % 10 === 0;
}

const RECOVERY_KEY = /\d{6}(?:-\d{6}){7}(?![\w-])/y;

/** The recovery key of an encrypted disk of Windows: eight groups of six digits. */
function recoveryKey(view: View, start: number): Match | null {
  const found = isEdgeBefore(view, start) ? matchAt(RECOVERY_KEY, view.text, start) : null;
  const end = start + (found?.[0].length ?? 0);
  return found === null || !isEdgeAfter(view, end) ? null : { start, end, category: "secret" };
}

const SSN = /(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}/y;

function ssn(view: View, start: number): Match | null {
  if (matchAt(SSN, view.text, start) === null) return null;
  const end = start + 11;
  return standsAlone(view, start, end) ? { start, end, category: "ssn" } : null;
}

const NATIONAL = /[2-9]\d{2}(?:\) ?|[.-])[2-9]\d{2}[.-]\d{4}/y;

/** Three, three and four digits, as in North America; anything else needs a `+`. */
function nationalPhone(view: View, start: number): Match | null {
  const { text, floor } = view;
  const found = matchAt(NATIONAL, text, start);
  if (found === null) return null;
  const isOpened = text[start - 1] === "(" && start - 1 > floor;
  if (found[0].includes(")") !== isOpened) return null;
  const from = isOpened ? start - 1 : start;
  const end = start + found[0].length;
  return standsAlone(view, from, end) ? { start: from, end, category: "phone" } : null;
}

const INTERNATIONAL = /\+(?:1(?:[ ().-]{0,2}\d){10}|[2-9](?:[ ().-]{0,2}\d){7,13})/y;
const SEPARATOR = /[ ().-]/;

/** Asked at `+` before a digit. Digits alone behind the `+` of a diff are not a telephone number. */
export function internationalPhone(view: View, at: number): Match | null {
  const { text } = view;
  const found = matchAt(INTERNATIONAL, text, at);
  if (found === null || !isEdgeBefore(view, at) || isWordAt(text, at - 1)) return null;
  const end = at + found[0].length;
  const isLineStart = at === 0 || text.charCodeAt(at - 1) === 10;
  if (isLineStart && !SEPARATOR.test(found[0])) return null;
  if (!isEdgeAfter(view, end) || (text.charCodeAt(end) === DOT && !isEdgeAfter(view, end + 1)))
    return null;
  if (isCutByPlaceholder(text, end, " ().-")) return null;
  return { start: at, end, category: "phone" };
}

const QUAD = /(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}/y;
const SAYS_VERSION =
  /(?:\bv|version|ver|release|build|chrome|firefox|safari|edg|kernel|driver)[\s:="'/-]{0,3}$/i;

function ipv4(view: View, start: number): Match | null {
  const { text } = view;
  const found = matchAt(QUAD, text, start);
  if (found === null) return null;
  const end = start + found[0].length;
  if (!isPublicV4(found[0]) || !standsAlone(view, start, end)) return null;
  const before = textBefore(view, start, 16);
  const isPathOrName = /[\w.-][/-]$|_$/.test(before) && !/:\/\/$/.test(before);
  if (isPathOrName || SAYS_VERSION.test(before) || /[~^<>]=?$|==$/.test(before)) return null;
  return { start, end, category: "ip-address" };
}

/** Not part of a longer number, a decimal, a version or a name. */
function standsAlone(view: View, start: number, end: number): boolean {
  const { text, floor } = view;
  if (start === floor || !isEdgeAfter(view, end) || !isEdgeBefore(view, start)) return false;
  const before = text.charCodeAt(start - 1);
  const after = text.charCodeAt(end);
  const isJoined = (code: number): boolean => code === DOT || code === DASH;
  if (isJoined(before) && start - 1 > floor && isWordAt(text, start - 2)) return false;
  return !(isJoined(after) && !isEdgeAfter(view, end + 1));
}
