/**
 * The chain's canonical form: what entries are hashed and signed as.
 *
 * Byte for byte what Python prints with sorted keys, no spaces and ASCII escapes, because that is
 * what existing clients sign. Keys sort by code point, integers keep their digits, and a Float
 * prints as Python's `repr`. Receipts and job hashes have another form, in `rfc8785.ts`.
 */
import { Float, isJsonArray, type Json, type JsonObject } from "./json.ts";

const NEEDS_ESCAPE = /[^ !#-[\]-~]/;
const FROM_DELETE = /[\x7f-\uffff]/;
const SURROGATE = /[\ud800-\udfff]/;

/** As many as an escape like \u00e9 has. */
const MOST_PER_UNIT = 6;

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

/** What is longer is remembered also where it was written inside something else. */
const LONG_TEXT = 1_000;

const written = new WeakMap<JsonObject, string>();

/**
 * The same for an object that is asked for again: what is signed never changes. Terms are hashed
 * after the entry around them was checked, and have their text from then.
 */
export function chainText(object: JsonObject): string {
  const known = written.get(object);
  if (known !== undefined) return known;
  const text = chainObject(object);
  written.set(object, inOnePiece(text));
  return text;
}

/** Whether the text has more characters. Most are so few that nothing is written to find out. */
export function isTextLonger(value: Json, limit: number): boolean {
  return mostCharacters(value) > limit && chainJson(value).length > limit;
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

/** No fewer than the text has: every unit of a string might have to be escaped. */
function mostCharacters(value: Json): number {
  if (typeof value === "string") return MOST_PER_UNIT * value.length + 2;
  if (typeof value !== "object" || value === null || value instanceof Float) {
    return chainJson(value).length;
  }
  let most = 2;
  if (isJsonArray(value)) {
    for (const item of value) most += mostCharacters(item) + 1;
    return most;
  }
  for (const key of Object.keys(value)) {
    most += mostCharacters(key) + mostCharacters(value[key] ?? null) + 2;
  }
  return most;
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
  const keys = Object.keys(object);
  if (keys.length === 0) return "{}";
  const { sorted, begins } = orderOf(keys);
  let text = "";
  for (let at = 0; at < sorted.length; at += 1) {
    text += begins[at] + chainJson(object[sorted[at] ?? ""] ?? null);
  }
  text += "}";
  if (text.length > LONG_TEXT) written.set(object, inOnePiece(text));
  return text;
}

/**
 * The same text, in memory too: one that was put together piece by piece keeps every piece, up to
 * thirty times its length, until somebody looks into it.
 */
function inOnePiece(text: string): string {
  NEEDS_ESCAPE.test(text);
  return text;
}

/** How the keys of an object are written, whatever their values. */
interface Order {
  /** In the order in which they were met. */
  readonly keys: readonly string[];
  readonly sorted: readonly string[];
  /** What stands before each value: a brace or a comma, the key and a colon. */
  readonly begins: readonly string[];
}

/** How many orders are kept, a power of two, and of how many and how long keys at most. */
const KEPT_ORDERS = 256;
const MAX_KEPT_KEYS = 32;
const MAX_KEPT_LENGTH = 32;

/** The same few sets of keys come again and again, and sorting takes longer than comparing. */
const keptOrders = new Array<Order | undefined>(KEPT_ORDERS).fill(undefined);

function orderOf(keys: readonly string[]): Order {
  const place = placeOf(keys);
  const kept = keptOrders[place];
  if (kept !== undefined && isSameKeys(kept.keys, keys)) return kept;
  const sorted = sortedKeys(keys);
  const begins = sorted.map((key, at) => `${at === 0 ? "{" : ","}${chainString(key)}:`);
  const order = { keys, sorted, begins };
  const isShort = (key: string): boolean => key.length <= MAX_KEPT_LENGTH;
  if (keys.length <= MAX_KEPT_KEYS && keys.every(isShort)) keptOrders[place] = order;
  return order;
}

function placeOf(keys: readonly string[]): number {
  const [first = "", second = ""] = keys;
  const last = keys[keys.length - 1] ?? "";
  const letters = first.charCodeAt(0) * 31 + second.charCodeAt(0) * 7 + last.charCodeAt(0);
  return (letters * 31 + first.length * 7 + keys.length) & (KEPT_ORDERS - 1);
}

function isSameKeys(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

/** JavaScript compares by UTF-16 unit, which is code point order unless surrogates occur. */
function sortedKeys(keys: readonly string[]): readonly string[] {
  return keys.some((key) => SURROGATE.test(key)) ? keys.toSorted(byCodePoint) : keys.toSorted();
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
