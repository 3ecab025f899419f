/**
 * Removes lines that the scrub cannot judge: bytes that are not text, and lone base64 blocks, such
 * as the lines of a key without its first one.
 */

/** What a terminal cannot show, or `cat -v` wrote for it. A few such characters are tolerated. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const NOT_TEXT = /[\uFFFD\0-\x08\x0e-\x1a\x1c-\x1f\x7f]|M-(?:\^.|.)/g;
const MAX_NOT_TEXT = 8;

/** After what tools put before a line: a name, numbers, diff marks, a YAML key. */
const BLOCK =
  /^((?:[^\s:]{0,300}[:-])?(?:\d{1,9}[:-]){0,3}\s{0,80}(?:\d{1,9}\s)?(?:[<>|+-] ?)?\s{0,80}(?:[\w.-]{1,80}:\s)?"?)([A-Za-z0-9+/]{60,}={0,2})["$,]{0,3}\r?$/;
/** Checked first, because few lines match. */
const LONG_WORD = /[A-Za-z0-9+/]{60}/;

export function redactUnreadable(text: string): string {
  return text
    .split("\n")
    .map((line) => {
      const bytes = line.match(NOT_TEXT)?.length ?? 0;
      if (bytes > MAX_NOT_TEXT) return `[a line of ${line.length} characters that is not text]`;
      if (!LONG_WORD.test(line)) return line;
      const [, before = "", block = ""] = BLOCK.exec(line) ?? [];
      return isRandom(block) ? `${before}[REDACTED:private-key]` : line;
    })
    .join("\n");
}

/** Digests, and most paths, use one case. Few lines of a key have hardly a digit. */
function isRandom(block: string): boolean {
  const count = (letters: RegExp): number => block.match(letters)?.length ?? 0;
  const isMixed = count(/[A-Z]/g) >= 10 && count(/[a-z]/g) >= 10;
  return isMixed && (count(/\d/g) >= 3 || count(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g) >= 16);
}
