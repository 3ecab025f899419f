/**
 * Secrets that do not follow their name at once: a type, the value that a plan replaces, or a
 * variable with a default stands between them.
 */
import type { ValueSpan } from "../value-span.ts";
import { endAt, matchAt } from "../view.ts";

const TYPE_OR_OLD_VALUE =
  /&?[A-Za-z_][\w.:<>[\]?]{0,40}(?: \| (?:null|undefined|None))? ?= ?(?=["'`])|(?:Some|Optional|Just|Secret|SecretString|chr|string|str)[( ](?=["'])|(?:null|""|\(known after apply\)) {1,4}-> {1,4}(?=")/y;

/** Behind `String = ` in `password: String = "…"`, and behind `null -> ` in a plan; else -1. */
export function afterTypeOrOldValue(text: string, from: number): number {
  const found = matchAt(TYPE_OR_OLD_VALUE, text, from);
  return found === null ? -1 : from + found[0].length;
}

const PART = `([^"'\\n[]{1,256})(?=["'])`;
/** A new value in a plan, the next value of a list, the next piece of a string in code. */
const NEW_VALUE = new RegExp(`["'] {1,4}(?:->|=>|→|to) {1,4}["']${PART}`, "y");
const NEW_BARE_VALUE = / {1,4}(?:->|=>|→) {1,4}[^\s"'<>()[\]{},;]{4,256}/y;
const NEXT_IN_LIST = new RegExp(`["'], ?["'](?=[^"'\\n]{8})${PART}`, "y");
const NEXT_PIECE = new RegExp(
  `["'][ \\t]{0,2}[+.\\\\]?\\r?\\n[ \\t]{0,40}["'](?=[^"'\\n]{8})${PART}(?!["'] ?[:=])`,
  "y",
);
const OPENS_LIST = /\[\s{0,2}["']$/;
const MAX_PARTS = 16;

/** Where the last of several values ends that belong to one name, if the first is this one. */
export function lastValueEnd(text: string, start: number, span: ValueSpan): number {
  const first = span.end;
  if (!span.isQuoted) return Math.max(first, endAt(NEW_BARE_VALUE, text, first));
  const isList = OPENS_LIST.test(text.slice(Math.max(0, start - 4), start));
  let end = first;
  for (let parts = 0; parts < MAX_PARTS; parts += 1) {
    const next = Math.max(
      endAt(NEW_VALUE, text, end),
      isList ? endAt(NEXT_IN_LIST, text, end) : -1,
      endAt(NEXT_PIECE, text, end),
    );
    if (next === -1) break;
    end = next;
  }
  return end;
}

const IN_BRACES = /\$\{[A-Za-z_][\w.]{0,64}:(?![?+])[-=]?(?=[^}\s"'$]{4,128}\})/y;
const READS_VARIABLE =
  /(?:<%= ?)?(?:process\.env|import\.meta\.env|os\.(?:getenv|environ)|System\.get_?env|ENV\b|env\(|getenv\(|Deno\.env|(?:std::)?env::var|sys\.env|\{\{ ?lookup\(["']env|Environment\.Get|viper\.|config\()/y;
const DEFAULT =
  /(?:<%= ?|\{\{ ?)?[^\n;{}]{1,80}?(?:\|\| ?|\?\? ?|\?: ?| or |, ?|\{ ?|default\(|unwrap_or(?:_else)?\((?:\|_?\| ?)?)(["'])(?=[^"'\n]{4,128}\1 ?(?:[),;%\n}.]|$))/y;

const TEMPLATE_DEFAULT = /\{\{[^\n{}]{1,120}?default\((["'])(?=[^"'\n]{4,128}\1)/y;

/** Where the value begins that is used if a variable is not set: `${PASSWORD:-…}`, `ENV["X"] || "…"`. */
export function defaultStart(text: string, from: number): number {
  const braces = matchAt(IN_BRACES, text, from);
  if (braces !== null) return from + braces[0].length;
  if (matchAt(READS_VARIABLE, text, from) === null) return -1;
  const value = matchAt(TEMPLATE_DEFAULT, text, from) ?? matchAt(DEFAULT, text, from);
  return value === null ? -1 : from + value[0].length;
}
