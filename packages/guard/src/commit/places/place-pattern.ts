/**
 * Patterns for places on a disk.
 *
 * `/` at the start means the whole path; any other pattern may match after any `/`. `*` stands for
 * a part of one name, `{a,b}` for either, and `/` at the end for everything below.
 */
export interface PlacePattern {
  /** The place itself. */
  readonly at: RegExp;
  /** A directory on the way to it: as a link, it would move the place to an ordinary name. */
  readonly above: RegExp;
}

const NOWHERE = "(?!)";

/** All of these globs in one. */
export function placePattern(globs: readonly string[]): PlacePattern {
  const above = globs.flatMap(waysTo);
  return { at: anyOf(globs.map(expression)), above: anyOf(above.map(expression)) };
}

function anyOf(expressions: readonly string[]): RegExp {
  return new RegExp(`(?:${expressions.length === 0 ? NOWHERE : expressions.join("|")})$`);
}

/** `a/b/c/` is reached through `a` and `a/b`. */
function waysTo(glob: string): string[] {
  const names = glob.replace(/\/$/, "").split("/");
  return names.slice(1).flatMap((_, index) => names.slice(0, index + 1).join("/") || []);
}

function expression(glob: string): string {
  const start = glob.startsWith("/") ? "^" : "/";
  const end = glob.endsWith("/") ? "(?:/.*)?" : "";
  return (
    start + glob.replace(/\/$/, "").replace(/[.*{,}+]/g, (sign) => MEANINGS[sign] ?? sign) + end
  );
}

const MEANINGS: Readonly<Record<string, string>> = {
  ".": "\\.",
  "+": "\\+",
  "*": "[^/]*",
  "{": "(?:",
  ",": "|",
  "}": ")",
};
