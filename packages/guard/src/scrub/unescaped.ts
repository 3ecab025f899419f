/**
 * Text as it reads without the escapes of sed, regular expressions and shell words. A value in a
 * correction is spelled `jane\\.doe` or `\\/home\\/kim`, which no rule of the scrubber knows.
 */
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

export interface EscapedValue {
  readonly category: string;
  /** Without its escapes. */
  readonly value: string;
}

/** Redacts what a scrubber finds only without the escapes, and leaves the others as they are. */
export function scrubEscaped(
  scrubber: Pick<Scrubber, "scrub">,
  text: string,
): { readonly text: string; readonly found: readonly EscapedValue[] } {
  const plain = unescaped(text);
  if (plain === null) return { text, found: [] };
  const { found } = scrubber.scrub(plain.text);
  if (found.length === 0) return { text, found: [] };
  const starts = [0, ...Array.from(plain.text.matchAll(/\n/g), ({ index }) => index + 1)];
  const values: EscapedValue[] = [];
  let scrubbed = "";
  let from = 0;
  for (const { category, line, column, length } of found) {
    const start = (starts[line - 1] ?? 0) + column - 1;
    values.push({ category, value: plain.text.slice(start, start + length) });
    scrubbed += `${text.slice(from, plain.origins[start])}[REDACTED:${category}]`;
    from = plain.origins[start + length] ?? text.length;
  }
  return { text: scrubbed + text.slice(from), found: values };
}
