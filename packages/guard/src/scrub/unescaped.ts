/**
 * Text as it reads without the escapes of sed, regular expressions and shell words. A value in a
 * correction is spelled `jane\\.doe` or `\\/home\\/kim`, which no rule of the scrubber knows.
 */
import { type FoundValue, foundValues } from "./found-values.ts";
import { placeholder } from "./placeholder.ts";
import type { Scrubber } from "./scrubber.ts";

/** A quote inside single quotes, or backslashes before a mark. */
const ESCAPES = /'\\+''|\\+(?=[!-/:-@[-`{-~])/g;

interface Unescaped {
  readonly text: string;
  /** Where each of its characters is in the original; one more for the end. */
  readonly origins: readonly number[];
}

/** Null where nothing is escaped. */
function unescaped(text: string): Unescaped | null {
  let plain = "";
  let from = 0;
  const origins: number[] = [];
  const take = (until: number): void => {
    for (let at = from; at < until; at += 1) origins.push(at);
    plain += text.slice(from, until);
  };
  for (const { index, 0: marks } of text.matchAll(ESCAPES)) {
    take(index);
    from = index + marks.length;
    if (!marks.startsWith("'")) continue;
    plain += "'";
    origins.push(index);
  }
  if (from === 0) return null;
  take(text.length);
  return { text: plain, origins: [...origins, text.length] };
}

export function withoutEscapes(text: string): string {
  return unescaped(text)?.text ?? text;
}

/** Redacts what a scrubber finds only without the escapes; the values in `found` have none. */
export function scrubEscaped(
  scrubber: Pick<Scrubber, "scrub">,
  text: string,
): { readonly text: string; readonly found: readonly FoundValue[] } {
  const plain = unescaped(text);
  if (plain === null) return { text, found: [] };
  const found = foundValues(plain.text, scrubber.scrub(plain.text).found);
  let scrubbed = "";
  let from = 0;
  for (const { category, start, value } of found) {
    scrubbed += text.slice(from, plain.origins[start]) + placeholder(category);
    from = plain.origins[start + value.length] ?? text.length;
  }
  return { text: scrubbed + text.slice(from), found };
}
