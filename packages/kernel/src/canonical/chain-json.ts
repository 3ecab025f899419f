/**
 * The chain's canonical form: what entries are hashed and signed as.
 *
 * Byte for byte what Python prints with sorted keys, no spaces and ASCII escapes, because that is
 * what existing clients sign. Keys sort by code point, integers keep their digits, and a Float
 * prints as Python's `repr`. Receipts and job hashes have another form, in `rfc8785.ts`.
 */
import { Float, isJsonArray, type Json, type JsonObject } from "./json.ts";

const NEEDS_ESCAPE = /[^\x20-\x7e]|["\\]/;
const FROM_DELETE = /[\x7f-\uffff]/;
const SURROGATE = /[\ud800-\udfff]/;

const DELETE = 0x7f;
const HEX_BYTE = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** From here on, and below the other, Python writes an exponent. */
const LARGE = 1e16;
const SMALL = 1e-4;

export function chainJson(value: Json): string {
  if (typeof value === "string") return chainString(value);
  if (typeof value === "bigint") return value.toString();
  if (value === null) return "null";
  if (typeof value === "boolean") return value ? "true" : "false";
  if (value instanceof Float) return chainNumber(value);
  return isJsonArray(value) ? chainArray(value) : chainObject(value);
}

const written = new WeakMap<JsonObject, string>();

/** The same for an object that is asked for again: what is signed never changes. */
export function chainText(object: JsonObject): string {
  const known = written.get(object);
  if (known !== undefined) return known;
  const text = chainJson(object);
  written.set(object, text);
  return text;
}

export function chainString(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return `"${text}"`;
  // JSON.stringify escapes as Python does, except that it leaves DEL and what follows alone.
  const quoted = JSON.stringify(text);
  return FROM_DELETE.test(quoted) ? escapeFromDelete(quoted) : quoted;
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
  let text = "[";
  for (let at = 0; at < items.length; at += 1) {
    if (at > 0) text += ",";
    text += chainJson(items[at] ?? null);
  }
  return `${text}]`;
}

function chainObject(object: JsonObject): string {
  let text = "{";
  let separator = "";
  for (const key of sortedKeys(object)) {
    text += `${separator}${chainString(key)}:${chainJson(object[key] ?? null)}`;
    separator = ",";
  }
  return `${text}}`;
}

/** JavaScript compares by UTF-16 unit, which is code point order unless surrogates occur. */
function sortedKeys(object: JsonObject): readonly string[] {
  const keys = Object.keys(object);
  return keys.some((key) => SURROGATE.test(key)) ? keys.sort(byCodePoint) : keys.sort();
}

function byCodePoint(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  let at = 0;
  while (at < shorter && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  if (at === shorter) return left.length - right.length;
  // A difference in the second half of a pair is one of the whole character; after a lone first
  // half there is no pair, and what follows it differs by itself.
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

function escapeFromDelete(text: string): string {
  let escaped = "";
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < DELETE) continue;
    escaped += `${text.slice(from, at)}\\u${HEX_BYTE[unit >> 8]}${HEX_BYTE[unit & 0xff]}`;
    from = at + 1;
  }
  return escaped + text.slice(from);
}
