/**
 * RFC 8785, for what other systems hash too: receipts, job hashes and trajectories.
 *
 * The standard prints numbers as JavaScript does, and implementations differ as soon as a float or
 * a long integer appears. Such values are refused, because another implementation might hash them
 * differently. The chain has its own form, `chain-json.ts`.
 */
import { accept, type Result, refuse } from "../refusal.ts";
import { sha256Hex } from "./hash.ts";
import { Float, isJsonArray, type Json, type JsonObject } from "./json.ts";

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

export function rfc8785(value: Json): Result<string> {
  if (typeof value === "string") return string(value);
  if (typeof value === "bigint") return integer(value);
  if (value === null || typeof value === "boolean") return accept(String(value));
  if (value instanceof Float) return notHashable(`${value.value} is a float; write it as text`);
  return isJsonArray(value) ? array(value) : object(value);
}

/** "sha256:" and the hex digest of the canonical text. */
export function rfc8785Hash(value: Json): Result<string> {
  const text = rfc8785(value);
  return text.ok ? accept(`sha256:${sha256Hex(text.value)}`) : text;
}

function string(text: string): Result<string> {
  // JSON.stringify is the standard's own definition of how a string is written.
  if (text.isWellFormed()) return accept(JSON.stringify(text));
  return notHashable("a text with half a surrogate pair has no UTF-8 form");
}

function integer(value: bigint): Result<string> {
  if (value <= MAX_SAFE && value >= -MAX_SAFE) return accept(value.toString());
  return notHashable("an integer beyond 2^53 - 1; write it as text");
}

function array(items: readonly Json[]): Result<string> {
  const texts: string[] = [];
  for (const item of items) {
    const text = rfc8785(item);
    if (!text.ok) return text;
    texts.push(text.value);
  }
  return accept(`[${texts.join(",")}]`);
}

function object(value: JsonObject): Result<string> {
  const texts: string[] = [];
  // The default order, by UTF-16 unit, is the one the standard asks for.
  for (const key of Object.keys(value).sort()) {
    const name = string(key);
    if (!name.ok) return name;
    const text = rfc8785(value[key] ?? null);
    if (!text.ok) return text;
    texts.push(`${name.value}:${text.value}`);
  }
  return accept(`{${texts.join(",")}}`);
}

function notHashable(problem: string): Result<string> {
  return refuse({ code: "not_hashable", problem });
}
