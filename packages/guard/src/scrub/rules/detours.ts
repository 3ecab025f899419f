/**
 * Secrets a few words behind the place where their name points: past the type of a variable, past
 * the value that a plan replaces, or as what is used when a variable is not set.
 */
import * as characters from "../characters.ts";
import type { Text } from "../text.ts";
import * as heads from "../value-head.ts";
import * as views from "../view.ts";

// Bound here once: what is imported is fetched and checked again at each use.
const { beginsNameAt, isQuote, isTypeAt, unitAt } = characters;
const { firstWordEnd } = heads;
const { matchEnd } = views;

/** The type of a variable that may be empty, and the three ways in which a plan writes nothing. */
const LONG_DETOUR =
  /&?[A-Za-z_][\w.:<>[\]?]{0,40} \| (?:null|undefined|None) ?= ?(?=["'`])|(?:null|""|\(known after apply\)) {1,4}-> {1,4}(?=")/y;
const MAX_TYPE = 41;
const [BLANK, QUOTE, AMPERSAND, OPENING, DASH, EQUALS, BAR] = [32, 34, 38, 40, 45, 61, 124];

/** Past `String = ` in `password: String = "…"`, and past `null -> ` in a plan; else -1. */
export function pastDetour(text: Text, from: number): number {
  const first = unitAt(text, from);
  if (first === QUOTE || first === OPENING) return pastLongDetour(text, from);
  const start = first === AMPERSAND ? from + 1 : from;
  if (!beginsNameAt(text, start)) return -1;
  const limit = start + MAX_TYPE;
  let at = Math.min(limit, firstWordEnd(text, start));
  while (at < limit && isTypeAt(text, at)) at += 1;
  const operator = afterBlank(text, at);
  const mark = unitAt(text, operator);
  if (mark === BAR || mark === DASH || mark === BLANK) return pastLongDetour(text, from);
  if (mark !== EQUALS) return -1;
  const value = afterBlank(text, operator + 1);
  return isQuote(unitAt(text, value)) ? value : -1;
}

/** Asked only where a mark is near that such a detour has. */
function pastLongDetour(text: Text, from: number): number {
  if (unitAt(text, from) === QUOTE && unitAt(text, from + 1) !== QUOTE) return -1;
  return matchEnd(LONG_DETOUR, text, from);
}

function afterBlank(text: Text, at: number): number {
  return unitAt(text, at) === BLANK ? at + 1 : at;
}

const SUCCESSOR = /" {1,4}-> {1,4}"([^"\n[]{1,256})(?=")/y;

/** Where a plan's new value ends that replaces the quoted one which ends here. */
export function successorEnd(text: Text, end: number): number {
  const next = unitAt(text, end + 1) === 32 ? matchEnd(SUCCESSOR, text, end) : -1;
  return next === -1 ? end : next;
}

const IN_BRACES = /\$\{[A-Za-z_][\w.]{0,64}:[-=]?(?=[^}\s"'$]{4,128}\})/y;
const READS_VARIABLE =
  /(?:<%= ?)?(?:process\.env|import\.meta\.env|os\.(?:getenv|environ)|System\.getenv|ENV\b|env\(|getenv\(|Deno\.env)/y;
const READS_FIRST = "<pioSEegD";
const [DOLLAR, PERCENT, LESS, BRACE] = [36, 37, 60, 123];
const OTHERWISE =
  /[^\n;{}]{1,80}?(?:\|\| ?|\?\? ?| or |, ?)(["'])(?=[^"'\n]{4,128}\1 ?(?:[),;%\n]|$))/y;

/** Where the value begins that stands in for a variable: `${PASSWORD:-…}`, `ENV["X"] || "…"`. */
export function fallbackStart(text: Text, from: number): number {
  const first = unitAt(text, from);
  if (first === DOLLAR) {
    return unitAt(text, from + 1) === BRACE ? matchEnd(IN_BRACES, text, from) : -1;
  }
  if (first === LESS && unitAt(text, from + 1) !== PERCENT) return -1;
  if (!READS_FIRST.includes(text.string.charAt(from))) return -1;
  return matchEnd(READS_VARIABLE, text, from) === -1 ? -1 : matchEnd(OTHERWISE, text, from);
}
