/**
 * Secrets that do not follow their name at once: a type, the value that a plan replaces, or a
 * variable with a default stands between them.
 */
import { matchAt } from "../view.ts";

const TYPE_OR_OLD_VALUE =
  /&?[A-Za-z_][\w.:<>[\]?]{0,40}(?: \| (?:null|undefined|None))? ?= ?(?=["'`])|(?:null|""|\(known after apply\)) {1,4}-> {1,4}(?=")/y;

/** Behind `String = ` in `password: String = "…"`, and behind `null -> ` in a plan; else -1. */
export function afterTypeOrOldValue(text: string, from: number): number {
  const found = matchAt(TYPE_OR_OLD_VALUE, text, from);
  return found === null ? -1 : from + found[0].length;
}

const NEW_VALUE = /" {1,4}-> {1,4}"([^"\n[]{1,256})(?=")/y;

/** `"old" -> "new"` in a plan: where the new value ends, if the old one ends here. */
export function newValueEnd(text: string, end: number): number {
  return end + (matchAt(NEW_VALUE, text, end)?.[0].length ?? 0);
}

const IN_BRACES = /\$\{[A-Za-z_][\w.]{0,64}:[-=]?(?=[^}\s"'$]{4,128}\})/y;
const READS_VARIABLE =
  /(?:<%= ?)?(?:process\.env|import\.meta\.env|os\.(?:getenv|environ)|System\.getenv|ENV\b|env\(|getenv\(|Deno\.env)/y;
const DEFAULT =
  /[^\n;{}]{1,80}?(?:\|\| ?|\?\? ?| or |, ?)(["'])(?=[^"'\n]{4,128}\1 ?(?:[),;%\n]|$))/y;

/** Where the value begins that is used if a variable is not set: `${PASSWORD:-…}`, `ENV["X"] || "…"`. */
export function defaultStart(text: string, from: number): number {
  const braces = matchAt(IN_BRACES, text, from);
  if (braces !== null) return from + braces[0].length;
  if (matchAt(READS_VARIABLE, text, from) === null) return -1;
  const value = matchAt(DEFAULT, text, from);
  return value === null ? -1 : from + value[0].length;
}
