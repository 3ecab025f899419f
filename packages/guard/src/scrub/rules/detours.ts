/**
 * Secrets a few words behind the place where their name points: past the type of a variable, past
 * the value that a plan replaces, or as what is used when a variable is not set.
 */
import { kindAt, TYPE, unitAt } from "../characters.ts";
import type { Text } from "../text.ts";
import { matchEnd } from "../view.ts";

const DETOUR =
  /&?[A-Za-z_][\w.:<>[\]?]{0,40}(?: \| (?:null|undefined|None))? ?= ?(?=["'`])|(?:null|""|\(known after apply\)) {1,4}-> {1,4}(?=")/y;

/** Past `String = ` in `password: String = "…"`, and past `null -> ` in a plan; else -1. */
export function pastDetour(text: Text, from: number): number {
  return mayBeDetour(text, from) ? matchEnd(DETOUR, text, from) : -1;
}

const [QUOTE, AMPERSAND, OPENING, LETTER_N] = [34, 38, 40, 110];
const MAX_TYPE = 42;

/** A detour begins with a plain mark, or with a type that `=`, `|` or an arrow follows. */
function mayBeDetour(text: Text, from: number): boolean {
  const first = unitAt(text, from);
  if (first === QUOTE || first === OPENING || first === AMPERSAND) return true;
  let at = from;
  while (at < from + MAX_TYPE && (kindAt(text, at) & TYPE) !== 0) at += 1;
  if (at === from) return false;
  const next = unitAt(text, at) === 32 ? unitAt(text, at + 1) : unitAt(text, at);
  return next === 61 || next === 124 || first === LETTER_N;
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
const DOLLAR = 36;
const OTHERWISE =
  /[^\n;{}]{1,80}?(?:\|\| ?|\?\? ?| or |, ?)(["'])(?=[^"'\n]{4,128}\1 ?(?:[),;%\n]|$))/y;

/** Where the value begins that stands in for a variable: `${PASSWORD:-…}`, `ENV["X"] || "…"`. */
export function fallbackStart(text: Text, from: number): number {
  const first = unitAt(text, from);
  if (first === DOLLAR) return matchEnd(IN_BRACES, text, from);
  if (!READS_FIRST.includes(text.string.charAt(from))) return -1;
  return matchEnd(READS_VARIABLE, text, from) === -1 ? -1 : matchEnd(OTHERWISE, text, from);
}
