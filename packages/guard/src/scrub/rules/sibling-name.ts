/**
 * The name of a value that stands beside it instead of before it: `name: API_KEY` above `value: …`,
 * `{"name": "API_KEY", "value": "…"}`, `<add key="ApiKey" value="…"/>`, `<key>token</key><string>…`,
 * `variable "token" { default = "…" }`.
 */
import { unitAt } from "../characters.ts";
import { meaningOfKey } from "../key-name.ts";
import type { KeyMeaning } from "../names-of-secrets.ts";
import type { Text } from "../text.ts";
import { matchAt, type View } from "../view.ts";

const MAX_BEFORE = 192;
const VALUE_NAME = /^(?:parameter_?)?value$|^string$|^default$/i;
const NAMED = "(?:name|key|id|parameter_?key|parameter_?name|variable)";
/** Nothing but blanks, a comma and short attributes may stand between the name and its value. */
const ATTRIBUTE = nameBefore(
  `${NAMED}["']?\\s{0,2}[:=]\\s{0,2}["']?`,
  `["']?(?: (?:type|class|id)=["']?[\\w -]{1,32}["']?)?[\\s,;]{1,40}(?:- )?["']?`,
);
const ELEMENT = nameBefore(`<${NAMED}>`, `</${NAMED}>\\s{0,40}<`);
/** A variable of Terraform, whose default stands a few lines into its block. */
const VARIABLE = nameBefore('variable "', '" ?\\{[^{}]{0,160}');
const [LESS, QUOTE, APOSTROPHE] = [60, 34, 39];

/**
 * A name between two expressions, the second of which ends where it is asked. One form is read
 * backwards from there and gives up at once in most texts; the other is for what would reach too
 * far back.
 */
function nameBefore(before: string, after: string) {
  const source = `(${before})([\\w.:-]{3,64})(${after})`;
  return {
    backwards: new RegExp(`(?<=${source})`, "iy"),
    within: new RegExp(`${source}$`, "i"),
  } as const;
}

/** What the name beside a value says, if the word that ends at `end` only says that one follows. */
export function siblingMeaning(view: View, start: number, end: number): KeyMeaning | null {
  const { text } = view;
  if (!isValueName(text, start, end)) return null;
  const before = unitAt(text, start - 1);
  if (before === LESS) return meaningBefore(view, start, ELEMENT);
  const isQuoted = before === QUOTE || before === APOSTROPHE;
  if (!/[\s,;{]/.test(text.string.charAt(isQuoted ? start - 2 : start - 1))) return null;
  return meaningBefore(view, start, ATTRIBUTE) ?? meaningBefore(view, start, VARIABLE);
}

/** A look at the length and one letter first, because this is asked for every name. */
function isValueName(text: Text, start: number, end: number): boolean {
  const length = end - start;
  if (length < 5 || (length > 7 && length < 14) || length > 15) return false;
  // `value`, `string`, `default`.
  const last = unitAt(text, end - 1) | 32;
  if (last !== 101 && last !== 103 && last !== 116) return false;
  return VALUE_NAME.test(text.string.slice(start, end));
}

function meaningBefore(
  { text, floor }: View,
  start: number,
  pattern: ReturnType<typeof nameBefore>,
): KeyMeaning | null {
  const least = Math.max(floor, start - MAX_BEFORE, 0);
  let found = matchAt(pattern.backwards, text, start);
  if (found !== null && start - lengthOf(found) < least) {
    found = pattern.within.exec(text.string.slice(least, start));
  }
  if (found === null) return null;
  const [, , name = "", after = ""] = found;
  const end = start - after.length;
  return meaningOfKey(text, end - name.length, end);
}

function lengthOf([, before = "", name = "", after = ""]: RegExpExecArray): number {
  return before.length + name.length + after.length;
}

const NAMING_ATTRIBUTE = /(?:name|key|id)=["']$/i;

/** `<property name="db.password">…`: the name is an attribute, not a class or a link. */
export function isNamingAttribute({ text, floor }: View, start: number): boolean {
  return NAMING_ATTRIBUTE.test(text.string.slice(Math.max(floor, start - 6, 0), start));
}
