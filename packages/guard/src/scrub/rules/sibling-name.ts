/**
 * The name of a value that stands beside it instead of before it: `name: API_KEY` above `value: …`,
 * `{"name": "API_KEY", "value": "…"}`, `<add key="ApiKey" value="…"/>`, `<key>token</key><string>…`,
 * `variable "token" { default = "…" }`.
 */
import { type KeyMeaning, meaningOfKey } from "../key-name.ts";
import { matchAt, type View } from "../view.ts";

const MAX_BEFORE = 192;
const VALUE_NAME = /^(?:parameter_?)?value$|^string$|^default$/i;
const LAST_LETTERS = "eEgGtT";
const NAMED = "(?:name|key|id|parameter_?key|parameter_?name|variable)";
/** Nothing but blanks, a comma and short attributes may stand between the name and its value. */
const ATTRIBUTE =
  /["']?(?:name|key|id|parameter_?key|parameter_?name|variable)["']?\s{0,2}[:=]\s{0,2}["']?([\w.:/-]{3,64})["']?(?: (?:type|class|id)=["']?[\w -]{1,32}["']?)?(?:[\s,;]|\\n){1,40}(?:["']?type["']?\s{0,2}[:=]\s{0,2}["']?\w{3,20}["']?[\s,;]{1,40})?(?:- )?(?:\w{1,16}:)?["']?$/i;
/** A cookie as Ruby writes one to a file. */
const COOKIE = /HTTP::Cookie(?:\s|\\n){1,12}name: \S{1,64}?(?:\s|\\n){1,12}$/;
const ELEMENT = new RegExp(
  `<(?:${NAMED}|string)>([\\w.:-]{3,64})</(?:${NAMED}|string)>\\s{0,40}<$`,
  "i",
);
/** `<setting name="ApiToken" serializeAs="String"><value>…`. */
const NAMED_PARENT = /name="([\w.-]{3,64})"[^<>\n]{0,60}>\s{0,40}<$/;
/** An answer file of Windows: `<Password><Value>…`. */
const PARENT = /<(?:\w{1,16}:)?([\w.-]{3,64})>\s{0,40}<(?:\w{1,16}:)?$/;
/** `SET value = '…' WHERE name = 'smtp_password'`. */
const CONDITION = /["' ]{0,2}= ?'[^'\n]{1,200}' where \w{1,40} ?= ?'([\w.-]{3,64})'/iy;
/** A Terraform variable; its default stands a few lines into its block. */
const VARIABLE = /variable "([\w-]{3,64})" ?\{[^{}]{0,160}$/;

/** What the name beside a value says, if the word that ends at `end` only says that one follows. */
export function siblingMeaning(
  { text, floor }: View,
  start: number,
  end: number,
): KeyMeaning | null {
  // The last letter first, because this is asked for every name.
  if (!LAST_LETTERS.includes(text[end - 1] ?? "") || !VALUE_NAME.test(text.slice(start, end))) {
    return null;
  }
  const before = text.slice(Math.max(floor, start - MAX_BEFORE, 0), start);
  const beside = ELEMENT.exec(before) ?? ATTRIBUTE.exec(before) ?? VARIABLE.exec(before);
  const parent = PARENT.exec(before) ?? NAMED_PARENT.exec(before);
  const name = (beside ?? parent ?? matchAt(CONDITION, text, end))?.[1];
  if (name !== undefined && !COOKIE.test(before)) return meaningOfKey(name.replace(/^.*\//, ""));
  return COOKIE.test(before) ? { category: "session-id", certainty: "strong" } : null;
}

const NAMING_ATTRIBUTE = /(?:name|key|id)=["']$/i;

/** `<property name="db.password">…`: the name is an attribute, not a class or a link. */
export function isNamingAttribute({ text, floor }: View, start: number): boolean {
  return NAMING_ATTRIBUTE.test(text.slice(Math.max(floor, start - 6, 0), start));
}
