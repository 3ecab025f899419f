/**
 * Secrets a few words behind the place where their name points: past the type of a variable, past
 * the value that a plan replaces, or as what is used when a variable is not set.
 */
import { matchAt } from "../view.ts";

const DETOUR =
  /&?[A-Za-z_][\w.:<>[\]?]{0,40}(?: \| (?:null|undefined|None))? ?= ?(?=["'`])|(?:null|""|\(known after apply\)) {1,4}-> {1,4}(?=")/y;

/** Past `String = ` in `password: String = "…"`, and past `null -> ` in a plan; else -1. */
export function pastDetour(text: string, from: number): number {
  const found = matchAt(DETOUR, text, from);
  return found === null ? -1 : from + found[0].length;
}

const SUCCESSOR = /" {1,4}-> {1,4}"([^"\n[]{1,256})(?=")/y;

/** Where a plan's new value ends that replaces the quoted one which ends here. */
export function successorEnd(text: string, end: number): number {
  return end + (matchAt(SUCCESSOR, text, end)?.[0].length ?? 0);
}

const IN_BRACES = /\$\{[A-Za-z_][\w.]{0,64}:[-=]?(?=[^}\s"'$]{4,128}\})/y;
const READS_VARIABLE =
  /(?:<%= ?)?(?:process\.env|import\.meta\.env|os\.(?:getenv|environ)|System\.getenv|ENV\b|env\(|getenv\(|Deno\.env)/y;
const OTHERWISE =
  /[^\n;{}]{1,80}?(?:\|\| ?|\?\? ?| or |, ?)(["'])(?=[^"'\n]{4,128}\1 ?(?:[),;%\n]|$))/y;

/** Where the value begins that stands in for a variable: `${PASSWORD:-…}`, `ENV["X"] || "…"`. */
export function fallbackStart(text: string, from: number): number {
  const braces = matchAt(IN_BRACES, text, from);
  if (braces !== null) return from + braces[0].length;
  if (matchAt(READS_VARIABLE, text, from) === null) return -1;
  const otherwise = matchAt(OTHERWISE, text, from);
  return otherwise === null ? -1 : from + otherwise[0].length;
}
