/**
 * Text that shows everything it contains: whatever a reader cannot see, or a terminal would act
 * on, is written out as its code point. Line ends and tabs stay; half a character is written out.
 */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Most text is: to look for nothing else is quicker than to look for everything else. */
const PLAIN = /^[\x20-\x7e\n\t]*$/;

export function inertText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replaceAll("\r\n", "\n")
    .replace(INVISIBLE, (found) =>
      found === "\n" || found === "\t" ? found : `\\u{${found.codePointAt(0)?.toString(16)}}`,
    );
}
