/**
 * How this door writes JSON: raw UTF-8 and no spaces, as existing clients expect.
 *
 * Integers and floats of an entry come back as the very tokens they were signed with, so that a
 * client can check a signature over what it reads.
 */
import { chainNumber, Float } from "@bazaar/kernel";

// The compiler's library does not know this function of the language yet.
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

export function wireText(value: unknown): string {
  // A function that is asked about every value is slow, and most answers have no use for one.
  return hasTokens(value) ? JSON.stringify(value, asToken) : JSON.stringify(value);
}

function asToken(_: string, item: unknown): unknown {
  return isToken(item) ? rawJSON(chainNumber(item)) : item;
}

function hasTokens(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return isToken(value);
  return isToken(value) || Object.values(value).some(hasTokens);
}

function isToken(value: unknown): value is bigint | Float {
  return typeof value === "bigint" || value instanceof Float;
}
