/**
 * The forms in which a known secret may appear: plain, base64 at each of the three places where it
 * can begin inside something longer, hex, URL-encoded and escaped in JSON.
 */
import type { Category } from "../category.ts";
import type { KnownValue } from "../values.ts";

export interface KnownSecret {
  readonly value: string;
  readonly category: Category;
}

/** Of a longer secret only the beginning is looked for; what follows it goes with it. */
const MAX_PATTERN = 1_024;
const SHORTEST_PATTERN = 6;

export function patternsOf(secrets: readonly KnownSecret[]): readonly KnownValue[] {
  return secrets.flatMap(({ value, category }) =>
    [...new Set(formsOf(value))]
      .filter((text) => text.length >= SHORTEST_PATTERN)
      .map((text) => ({
        text: text.slice(0, MAX_PATTERN),
        category,
        isCut: text.length > MAX_PATTERN,
      })),
  );
}

export function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value, "utf8");
  const hex = bytes.toString("hex");
  const base64 = [0, 1, 2].map((offset) => base64At(bytes, offset));
  return [
    value,
    ...base64,
    ...base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
    hex,
    hex.toUpperCase(),
    ...urlForms(value),
    ...jsonForms(value),
  ];
}

/** The characters that do not depend on what stands before and after the secret. */
function base64At(bytes: Buffer, offset: number): string {
  const whole = Buffer.concat([Buffer.alloc(offset), bytes]);
  // A character depends on the secret alone if all its six bits do.
  const first = Math.ceil((offset * 8) / 6);
  const last = Math.floor((whole.length * 8) / 6);
  return whole.toString("base64").slice(first, last);
}

function urlForms(value: string): readonly string[] {
  if (!value.isWellFormed()) return [];
  const encoded = encodeURIComponent(value);
  const strict = encoded.replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const forms = [encoded, strict, strict.replaceAll("%20", "+")];
  return forms.flatMap((form) => [
    form,
    form.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()),
  ]);
}

function jsonForms(value: string): readonly string[] {
  const once = JSON.stringify(value).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  return [once, once.replaceAll("/", "\\/"), twice];
}
