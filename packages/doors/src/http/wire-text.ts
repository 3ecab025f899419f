/**
 * JSON as existing clients expect it: UTF-8 without spaces.
 *
 * Numbers of an entry are written as the tokens that were signed, so that a client can check the
 * signature.
 */
import { chainNumber, Float } from "@bazaar/kernel";

// Not in TypeScript's library yet.
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

export function wireText(value: unknown): string {
  // A replacer function is slow, and most answers do not need one.
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
