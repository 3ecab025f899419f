/** Names of files as git writes them in diffs: with a prefix, and quoted if they are not plain. */

/** What git writes in place of a file that is not there. */
export const NO_FILE = "/dev/null";

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["a", "%07"],
  ["b", "%08"],
  ["t", "%09"],
  ["n", "%0A"],
  ["v", "%0B"],
  ["f", "%0C"],
  ["r", "%0D"],
  ['"', "%22"],
  ["\\", "%5C"],
]);

/** A name after `---`, `+++`, `rename to` and the like; null if it is not well-formed. */
export function readPath(written: string): string | null {
  // A tab separates the name from a time; in a quoted name a tab is escaped.
  const [name = ""] = written.split("\t", 1);
  return name.startsWith('"') ? unquoted(name) : name;
}

/** Both names without the prefixes `a/` and `b/`, if they have them. */
export function withoutPrefix(
  before: string,
  after: string,
): { readonly before: string; readonly after: string } {
  const isPrefixed =
    (before === NO_FILE || before.startsWith("a/")) &&
    (after === NO_FILE || after.startsWith("b/"));
  const plain = (path: string) => (path === NO_FILE || !isPrefixed ? path : path.slice(2));
  return { before: plain(before), after: plain(after) };
}

/**
 * The one name in `diff --git a/name b/name`. Where the two names differ, as in a rename, other lines
 * say them: a space in a name makes this line ambiguous.
 */
export function namedTwice(written: string): string | null {
  const half = (written.length - 1) / 2;
  if (!Number.isInteger(half) || written[half] !== " ") return null;
  const [first, second] = [readPath(written.slice(0, half)), readPath(written.slice(half + 1))];
  if (first === null || second === null) return null;
  const { before, after } = withoutPrefix(first, second);
  return before === after ? after : null;
}

/** Escapes stand for bytes, which together are UTF-8. */
function unquoted(name: string): string | null {
  if (name.length < 2 || !name.endsWith('"')) return null;
  const inner = name.slice(1, -1);
  const parts: string[] = [];
  try {
    for (let at = 0; at < inner.length; ) {
      const backslash = inner.indexOf("\\", at);
      const plain = inner.slice(at, backslash < 0 ? inner.length : backslash);
      if (plain.includes('"')) return null;
      parts.push(encodeURIComponent(plain));
      if (backslash < 0) break;
      const octal = /^[0-3][0-7]{2}/.exec(inner.slice(backslash + 1, backslash + 4))?.[0];
      const byte = octal === undefined ? ESCAPES.get(inner.charAt(backslash + 1)) : hexOf(octal);
      if (byte === undefined) return null;
      parts.push(byte);
      at = backslash + (octal === undefined ? 2 : 4);
    }
    return decodeURIComponent(parts.join(""));
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function hexOf(octal: string): string {
  return `%${Number.parseInt(octal, 8).toString(16).padStart(2, "0")}`;
}
