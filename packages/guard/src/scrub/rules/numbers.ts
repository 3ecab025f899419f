/** Numbers that name a person or open an account: cards, social security, telephones, IPv4. */
import { isDigitAt, isWordAt, unitAt } from "../characters.ts";
import { isCutByPlaceholder } from "../placeholder.ts";
import type { Text } from "../text.ts";
import { evident, isEdgeAfter, isEdgeBefore, type Match, matchEnd, type View } from "../view.ts";
import { publicV4End } from "./addresses.ts";

const [BLANK, OPENING, CLOSING, DASH, DOT, ZERO] = [32, 40, 41, 45, 46, 48];

/** Asked where a run of digits ends that is a word by itself. */
export function numberWord(view: View, start: number, end: number): Match | null {
  const length = end - start;
  const next = unitAt(view.text, end);
  if (length >= 14) return length <= 16 ? card(view, start, end) : null;
  if (length === 4 && (next === BLANK || next === DASH)) return groupedCard(view, start, end);
  if (length > 3) return null;
  const address = next === DOT ? ipv4(view, start) : null;
  if (address !== null || length < 3) return address;
  return (next === DASH ? ssn(view, start) : null) ?? nationalPhone(view, start, next);
}

/** Whether cards are issued whose number begins with these four digits. */
function isIssued(four: number): boolean {
  const [three, two] = [Math.trunc(four / 10), Math.trunc(four / 100)];
  if (four >= 4_000 && four < 5_000) return true;
  if ((four >= 2_221 && four <= 2_720) || four === 6_011) return true;
  if ((three >= 300 && three <= 305) || (three >= 352 && three <= 358)) return true;
  if (three >= 644 && three <= 659) return true;
  if (two >= 51 && two <= 55) return true;
  return (
    two === 34 || two === 36 || two === 37 || two === 38 || two === 39 || two === 62 || two === 67
  );
}

/** The number of the digits that stand here. */
function numberAt(text: Text, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at += 1) number = number * 10 + unitAt(text, at) - 48;
  return number;
}

/** No bank issues such a number; an amount in small units often is one. */
const ROUND = /0{8}/;
const SAYS_AMOUNT =
  /(?:amount|balance|total|size|offset|bytes|length|count|raw|seed|time|stamp|nonce|seq|serial|fee|price|progress|id|nanos|micros|[._\s](?:ns|us|ms))["']?[\s:=]{1,3}["']?$/i;
const UNIT =
  /["']?[ _]?(?:bytes|raw|[kmgt]i?b|ns|us|ms|wei|gwei|sats?|msats?|xno|lamports|units|records|rows|items|cycles|ticks|iterations)\b/iy;

function card(view: View, start: number, end: number): Match | null {
  const { text } = view;
  if (!isIssued(numberAt(text, start, start + 4)) || !passesLuhn(text, start, end)) return null;
  if (!standsAlone(view, start, end)) return null;
  const [length, two] = [end - start, numberAt(text, start, start + 2)];
  if (length === 15 && two !== 34 && two !== 37) return null;
  if (length === 14 && two !== 30 && two !== 36 && two !== 38 && two !== 39) return null;
  return isAmount(view, start, end) ? null : evident(start, end, "credit-card");
}

/** One number in ten passes for that of a card: what stands beside it may say that it counts. */
function isAmount({ text, floor }: View, start: number, end: number): boolean {
  if (ROUND.test(text.string.slice(start, end)) || matchEnd(UNIT, text, end) !== -1) return true;
  return SAYS_AMOUNT.test(text.string.slice(Math.max(floor, start - 16, 0), start));
}

/** How many digits stand in the groups of a card's number, behind the first four. */
const [FOUR_GROUPS, THREE_GROUPS, FIVE_GROUPS] = [
  [4, 4, 4],
  [6, 5],
  [4, 4, 4, 3],
];

function groupedCard(view: View, start: number, first: number): Match | null {
  const { text } = view;
  if (!isDigitAt(text, first + 4) || !isIssued(numberAt(text, start, first))) return null;
  if (!isAloneBefore(view, start)) return null;
  const four = groupsEnd(text, first, FOUR_GROUPS);
  const end = four === -1 ? groupsEnd(text, first, THREE_GROUPS) : four;
  if (end === -1) return null;
  if (isCardBetween(view, start, end)) return evident(start, end, "credit-card");
  const longer = groupsEnd(text, first, FIVE_GROUPS);
  const isCard = longer !== -1 && isCardBetween(view, start, longer);
  return isCard ? evident(start, longer, "credit-card") : null;
}

function isCardBetween(view: View, start: number, end: number): boolean {
  return isAloneAfter(view, end) && passesLuhn(view.text, start, end);
}

/** Where groups of so many digits end, each behind the same mark as the first; or -1. */
function groupsEnd(text: Text, first: number, sizes: readonly number[]): number {
  const mark = unitAt(text, first);
  let at = first;
  for (const size of sizes) {
    if (unitAt(text, at) !== mark) return -1;
    const end = at + 1 + size;
    for (at += 1; at < end; at += 1) if (!isDigitAt(text, at)) return -1;
  }
  return at;
}

/** Every second digit from the right counts double, and the sum is a multiple of ten. */
function passesLuhn(text: Text, start: number, end: number): boolean {
  let sum = 0;
  let isDoubled = false;
  for (let at = end - 1; at >= start; at -= 1) {
    const digit = unitAt(text, at) - 48;
    // Groups are separated by blanks or dashes.
    if (digit < 0) continue;
    const counted = isDoubled ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
    isDoubled = !isDoubled;
  }
  return sum % 10 === 0;
}

const SSN_GROUPS = [2, 4];

/** Asked at three digits before a dash. No part of a number is all zeros, and not all areas exist. */
function ssn(view: View, start: number): Match | null {
  const { text } = view;
  const end = groupsEnd(text, start + 3, SSN_GROUPS);
  if (end === -1) return null;
  const area = numberAt(text, start, start + 3);
  if (area === 0 || area === 666 || area >= 900) return null;
  if (numberAt(text, start + 4, start + 6) === 0 || numberAt(text, start + 7, end) === 0)
    return null;
  return standsAlone(view, start, end) ? evident(start, end, "ssn") : null;
}

const NATIONAL = /[2-9]\d{2}(?:\) ?|[.-])[2-9]\d{2}[.-]\d{4}/y;

/** Three, three, four, as in North America; anything else needs a `+`. */
function nationalPhone(view: View, start: number, next: number): Match | null {
  const { text, floor } = view;
  const isOpened = next === CLOSING;
  if (!isOpened && next !== DOT && next !== DASH) return null;
  // With or without a blank behind its bracket, a number has a digit there.
  if (!isDigitAt(text, start + 11)) return null;
  const end = matchEnd(NATIONAL, text, start);
  if (end === -1 || (unitAt(text, start - 1) === OPENING && start - 1 > floor) !== isOpened)
    return null;
  const from = isOpened ? start - 1 : start;
  return standsAlone(view, from, end) ? evident(from, end, "phone") : null;
}

const SEPARATOR = /[ ().-]/;
/** The digits behind the first one: of North America, and the fewest and most of elsewhere. */
const [NORTH_AMERICAN, FEWEST, MOST] = [10, 7, 13];
const MAX_MARKS = 2;

/** Where a number with its country ends, its digits with two marks at most between them; or -1. */
function internationalEnd(text: Text, from: number): number {
  const country = unitAt(text, from) - ZERO;
  if (country < 1 || country > 9) return -1;
  const most = country === 1 ? NORTH_AMERICAN : MOST;
  let end = from + 1;
  let digits = 0;
  for (; digits < most; digits += 1) {
    const limit = end + MAX_MARKS;
    let at = end;
    while (at < limit && isPhoneMark(unitAt(text, at))) at += 1;
    if (!isDigitAt(text, at)) break;
    end = at + 1;
  }
  return digits < (country === 1 ? NORTH_AMERICAN : FEWEST) ? -1 : end;
}

function isPhoneMark(code: number): boolean {
  return code === BLANK || code === OPENING || code === CLOSING || code === DASH || code === DOT;
}

/** Asked at `+` before a digit. A number alone behind the `+` of a diff is a number. */
export function internationalPhone(view: View, at: number): Match | null {
  const { text } = view;
  if (!isEdgeBefore(view, at) || isWordAt(text, at - 1)) return null;
  const end = internationalEnd(text, at + 1);
  if (end === -1) return null;
  const isLineStart = at === 0 || unitAt(text, at - 1) === 10;
  if (isLineStart && !SEPARATOR.test(text.string.slice(at, end))) return null;
  if (!isEdgeAfter(view, end) || (unitAt(text, end) === DOT && !isEdgeAfter(view, end + 1)))
    return null;
  if (isCutByPlaceholder(text, end, " ().-")) return null;
  return evident(at, end, "phone");
}

const SAYS_VERSION =
  /(?:\bv|version|ver|release|build|chrome|firefox|safari|edg|kernel|driver)[\s:="'/-]{0,3}$/i;

function ipv4(view: View, start: number): Match | null {
  const { text, floor } = view;
  // Asked first: a longer row of numbers is refused at each of them but its first.
  const end = isAloneBefore(view, start) ? publicV4End(text, start) : -1;
  if (end === -1 || !isAloneAfter(view, end)) return null;
  const before = text.string.slice(Math.max(floor, start - 16, 0), start);
  const isPathOrName = /[\w.-][/-]$|_$/.test(before) && !/:\/\/$/.test(before);
  if (isPathOrName || SAYS_VERSION.test(before) || /[~^<>]=?$|==$/.test(before)) return null;
  return evident(start, end, "ip-address");
}

/** Not part of a longer number, a decimal, a version or a name. */
function standsAlone(view: View, start: number, end: number): boolean {
  return isAloneBefore(view, start) && isAloneAfter(view, end);
}

function isAloneBefore(view: View, start: number): boolean {
  const { text, floor } = view;
  if (start === floor || !isEdgeBefore(view, start)) return false;
  return !(isJoint(unitAt(text, start - 1)) && start - 1 > floor && isWordAt(text, start - 2));
}

function isAloneAfter(view: View, end: number): boolean {
  if (!isEdgeAfter(view, end)) return false;
  return !isJoint(unitAt(view.text, end)) || isEdgeAfter(view, end + 1);
}

function isJoint(code: number): boolean {
  return code === DOT || code === DASH;
}
