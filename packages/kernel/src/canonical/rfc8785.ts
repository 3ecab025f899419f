/**
 * RFC 8785, for what other systems hash too: receipts, jobs, evidence and trajectories.
 *
 * The standard prints numbers as JavaScript does, and implementations differ as soon as a float or
 * a long integer appears. Receipts and amounts are therefore integers only, and anything else is
 * refused. Jobs, evidence and trajectories hold measures, such as seconds and scores: they are hashed
 * with `doubles`, where every number is the text that the standard prints for its double. Both forms
 * print what `parseJson` reads back to the same text. The chain has its own form, `chain-json.ts`.
 */
import { accept, type Result, refuse } from "../refusal.ts";
import { sha256Hex } from "./hash.ts";
import { Float, isJsonArray, type Json, type JsonObject } from "./json.ts";

/** Which numbers may occur: whole ones up to 2^53 - 1, or every finite double. */
export type Rfc8785Numbers = "integers" | "doubles";

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
/** From here on JavaScript prints an exponent, so no integer token is the text of its double. */
const EXPONENT_FROM = 10n ** 21n;

export function rfc8785(value: Json, numbers: Rfc8785Numbers = "integers"): Result<string> {
  if (typeof value === "string") return string(value);
  if (typeof value === "bigint") return integer(value, numbers);
  if (value === null || typeof value === "boolean") return accept(String(value));
  if (value instanceof Float) return float(value, numbers);
  return isJsonArray(value) ? array(value, numbers) : object(value, numbers);
}

/** "sha256:" and the hex digest of the canonical text. */
export function rfc8785Hash(value: Json, numbers: Rfc8785Numbers = "integers"): Result<string> {
  const text = rfc8785(value, numbers);
  return text.ok ? accept(`sha256:${sha256Hex(text.value)}`) : text;
}

function string(text: string): Result<string> {
  // JSON.stringify is the standard's own definition of how a string is written.
  if (text.isWellFormed()) return accept(JSON.stringify(text));
  return notHashable("a text with half a surrogate pair has no UTF-8 form");
}

function integer(value: bigint, numbers: Rfc8785Numbers): Result<string> {
  if (value <= MAX_SAFE && value >= -MAX_SAFE) return accept(value.toString());
  if (numbers === "doubles" && isTextOfDouble(value)) return accept(value.toString());
  return notHashable("an integer beyond 2^53 - 1; write it as text");
}

/** Whether the digits are those that JavaScript prints for the nearest double. */
function isTextOfDouble(value: bigint): boolean {
  const isShort = value < EXPONENT_FROM && value > -EXPONENT_FROM;
  return isShort && String(Number(value)) === value.toString();
}

function float({ value }: Float, numbers: Rfc8785Numbers): Result<string> {
  // JavaScript prints -0 as "0", and so does the standard.
  if (numbers === "doubles") return accept(String(value));
  return notHashable(`${value} is a float; write it as text`);
}

function array(items: readonly Json[], numbers: Rfc8785Numbers): Result<string> {
  const texts: string[] = [];
  for (const item of items) {
    const text = rfc8785(item, numbers);
    if (!text.ok) return text;
    texts.push(text.value);
  }
  return accept(`[${texts.join(",")}]`);
}

function object(value: JsonObject, numbers: Rfc8785Numbers): Result<string> {
  const texts: string[] = [];
  // The default order, by UTF-16 unit, is the one the standard asks for.
  for (const key of Object.keys(value).sort()) {
    const name = string(key);
    if (!name.ok) return name;
    const text = rfc8785(value[key] ?? null, numbers);
    if (!text.ok) return text;
    texts.push(`${name.value}:${text.value}`);
  }
  return accept(`{${texts.join(",")}}`);
}

function notHashable(problem: string): Result<string> {
  return refuse({ code: "not_hashable", problem });
}
