/**
 * The chain's canonical form: the text that entries are hashed and signed as.
 *
 * Byte for byte what Python's `json.dumps` prints with sorted keys, no spaces and ASCII escapes,
 * because that is what existing clients sign. Keys sort by code point, integers keep their digits,
 * and a Float prints as Python's `repr`. Receipts and job hashes use another form: `rfc8785.ts`.
 */
import { chainString } from "./chain-string.ts";
import { Float, isJsonArray, type Json, type JsonObject } from "./json.ts";

/** Python writes an exponent from LARGE up and below SMALL. */
const LARGE = 1e16;
const SMALL = 1e-4;

/** Of one UTF-16 unit: \u0000. */
const LONGEST_ESCAPE = 6;
const QUOTES = 2;
const BRACKETS = 2;
const COMMA = 1;
const COLON = 1;

const SURROGATE = /[\ud800-\udfff]/;

export function chainJson(value: Json): string {
  if (typeof value === "string") return chainString(value);
  if (typeof value === "bigint") return value.toString();
  if (value === null) return "null";
  if (typeof value === "boolean") return value ? "true" : "false";
  if (value instanceof Float) return chainNumber(value);
  return isJsonArray(value) ? chainArray(value) : chainObject(value);
}

/**
 * Whether the canonical form is longer than `max`. Most values are far shorter, which the lengths of
 * their texts show: the form is written only where they leave it open.
 */
export function isChainJsonLonger(value: Json, max: number): boolean {
  return greatestLength(value) > max && chainJson(value).length > max;
}

/** No shorter than the canonical form. */
function greatestLength(value: Json): number {
  if (typeof value === "string") return value.length * LONGEST_ESCAPE + QUOTES;
  if (typeof value !== "object" || value === null || value instanceof Float) {
    return chainJson(value).length;
  }
  let length = BRACKETS;
  if (isJsonArray(value)) {
    for (const item of value) length += greatestLength(item) + COMMA;
    return length;
  }
  for (const key of Object.keys(value)) {
    length += greatestLength(key) + COLON + greatestLength(value[key] ?? null) + COMMA;
  }
  return length;
}

export function chainNumber(number: bigint | Float): string {
  if (typeof number === "bigint") return number.toString();
  const { value } = number;
  const size = Math.abs(value);
  if (size !== 0 && (size < SMALL || size >= LARGE)) {
    return value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
  }
  if (Object.is(value, -0)) return "-0.0";
  return Number.isInteger(value) ? `${value}.0` : `${value}`;
}

function chainArray(items: readonly Json[]): string {
  return `[${items.map(chainJson).join(",")}]`;
}

function chainObject(object: JsonObject): string {
  let text = "";
  for (const key of sortedKeys(object)) {
    text += `${text === "" ? "" : ","}${chainString(key)}:${chainJson(object[key] ?? null)}`;
  }
  return `{${text}}`;
}

/** JavaScript compares by UTF-16 unit, which is code point order unless surrogates occur. */
function sortedKeys(object: JsonObject): readonly string[] {
  const keys = Object.keys(object);
  return SURROGATE.test(keys.join("")) ? keys.sort(byCodePoint) : keys.sort();
}

function byCodePoint(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  let at = 0;
  while (at < shorter && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  if (at === shorter) return left.length - right.length;
  // If the difference is in the second half of a surrogate pair, compare the whole pairs. A lone
  // first half is no pair: what follows it is compared by itself.
  const isPair = isLowSurrogate(left.charCodeAt(at)) || isLowSurrogate(right.charCodeAt(at));
  if (isPair && at > 0 && isHighSurrogate(left.charCodeAt(at - 1))) at -= 1;
  return (left.codePointAt(at) ?? 0) - (right.codePointAt(at) ?? 0);
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
