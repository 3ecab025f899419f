/** Line ends, tabs and printable ASCII: most texts contain nothing else. */
const PLAIN = /^[\x20-\x7e\n\t]*$/;

/**
 * Text that shows everything it contains: every character that a reader cannot see, or that a
 * terminal would act on, is written as its code point, and so is a lone surrogate. Line ends and
 * tabs stay.
 */
export function inertText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replaceAll("\r\n", "\n")
    .replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, (found) =>
      found === "\n" || found === "\t" ? found : `\\u{${found.codePointAt(0)?.toString(16)}}`,
    );
}
