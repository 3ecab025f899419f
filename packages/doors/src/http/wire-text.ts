/**
 * JSON as existing clients expect it: UTF-8 without spaces.
 *
 * Numbers of an entry are written as the tokens that were signed, so that a client can check the
 * signature.
 */
import { chainNumber, Float, type JsonObject } from "@bazaar/kernel";
import type { Pause } from "@bazaar/market/ports";

// Not in TypeScript's library yet.
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

/** A value that is written already. */
export class Written {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Writes an object field by field and its lists item by item: some answers are megabytes long. */
export async function writtenInParts(value: JsonObject, pause: Pause): Promise<Written> {
  const fields: string[] = [];
  for (const [name, field] of Object.entries(value)) {
    fields.push(`${JSON.stringify(name)}:${await textInParts(field, pause)}`);
  }
  return new Written(`{${fields.join(",")}}`);
}

async function textInParts(field: unknown, pause: Pause): Promise<string> {
  if (!Array.isArray(field)) return wireText(field);
  const items: string[] = [];
  for (const item of field) {
    items.push(wireText(item));
    await pause();
  }
  return `[${items.join(",")}]`;
}

export function wireText(value: unknown): string {
  if (value instanceof Written) return value.text;
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
