/** What of a stranger's result fits into the evidence of an entry. */
import { chainJson, isWithinDepth, type Json, type JsonObject } from "@bazaar/kernel";

/** In characters of its canonical form: it leaves room for the rest of the evidence. */
const MAX_FITTING = 180_000;
/** An entry has a limit of its own. */
const MAX_DEPTH = 16;
const MAX_HASH = 100;

/** The value under its name, or what it exceeds. */
export function fitting(name: string, value: Json): JsonObject {
  if (!isWithinDepth(value, MAX_DEPTH)) return { exceeds: "depth" };
  return isFitting(value) ? { [name]: value } : { exceeds: "length" };
}

export function isFitting(value: Json): boolean {
  return chainJson(value).length <= MAX_FITTING;
}

/** A hash as the result states it; null if it states none. */
export function statedHash(value: Json | undefined): string | null {
  return typeof value === "string" && value.length <= MAX_HASH ? value : null;
}
