/**
 * Lines that the scrub cannot judge, taken out of what was scrubbed: bytes that are no text, and
 * blocks of base64 that stand alone, as the lines of a key do once their first one is missing.
 */

/** What a terminal cannot show, or `cat -v` wrote for it. An umlaut or two are none of it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const NOT_TEXT = /[\uFFFD\0-\x08\x0e-\x1a\x1c-\x1f\x7f]|M-(?:\^.|.)/g;
const MAX_NOT_TEXT = 8;

/** Behind what a tool puts before a line: a name, numbers, the marks of a diff, a key of YAML. */
const BLOCK =
  /^((?:[^\s:]{0,300}[:-])?(?:\d{1,9}[:-]){0,3}\s{0,80}(?:\d{1,9}\s)?(?:[<>|+-] ?)?\s{0,80}(?:[\w.-]{1,80}:\s)?"?)([A-Za-z0-9+/]{60,}={0,2})["$,]{0,3}\r?$/;
/** Asked first, because hardly any line has one. */
const LONG_WORD = /[A-Za-z0-9+/]{60}/;

export function leaveOutUnjudged(text: string): string {
  return text
    .split("\n")
    .map((line) => {
      const bytes = line.match(NOT_TEXT)?.length ?? 0;
      if (bytes > MAX_NOT_TEXT) return `[a line of ${line.length} characters that is no text]`;
      if (!LONG_WORD.test(line)) return line;
      const [, before = "", block = ""] = BLOCK.exec(line) ?? [];
      return isRandom(block) ? `${before}[REDACTED:private-key]` : line;
    })
    .join("\n");
}

/** Digests are of one case, and paths are mostly so. */
function isRandom(block: string): boolean {
  const count = (letters: RegExp): number => block.match(letters)?.length ?? 0;
  return count(/[A-Z]/g) >= 10 && count(/[a-z]/g) >= 10 && count(/\d/g) >= 3;
}
