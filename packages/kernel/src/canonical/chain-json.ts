/**
 * The chain's canonical form: what entries are hashed and signed as.
 *
 * Byte for byte what Python prints with sorted keys, no spaces and ASCII escapes, because that is
 * what existing clients sign. Keys sort by code point, integers keep their digits, and a Float
 * prints as Python's `repr`. Receipts and job hashes have another form, in `rfc8785.ts`.
 */
import { memo } from "../memo.ts";
import { chainString } from "./chain-string.ts";
import { Float, isJsonArray, type Json, type JsonObject } from "./json.ts";
import { keyOrder } from "./key-order.ts";

const ANYTHING = /^./;

/** As many as an escape like \u00e9 has. */
const MOST_PER_UNIT = 6;

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

const written = memo<JsonObject, string>();

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
  const { sorted, begins } = keyOrder(keys);
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
  ANYTHING.test(text);
  return text;
}
