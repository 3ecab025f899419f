/**
 * Paths that no patch may have, whatever its terms allow: those that leave the tree, those of git itself,
 * and those that another system reads as one of these.
 */

/** In characters. */
const MAX_PATH = 1_000;
/** Git's own directory, also by the short name of another system, and with what that drops. */
const OF_GIT = /^(?:\.git|git~[0-9]+)[ .]*(?::.*)?$/i;

/** As the end of a sentence, or null. */
export function pathProblem(path: string): string | null {
  if (path.length > MAX_PATH) return `is longer than ${MAX_PATH} characters`;
  if (!path.isWellFormed() || path.includes("\ufffd")) return "is not valid UTF-8";
  if (/\p{Cc}/u.test(path)) return "has a control character";
  if (path.includes("\\")) return "has a backslash";
  if (/^(?:\/|[A-Za-z]:)/.test(path)) return "is absolute";
  const names = path.split("/");
  if (names.some((name) => name === "" || name === "." || name === "..")) {
    return "has an empty name, . or ..";
  }
  return names.some((name) => OF_GIT.test(withoutIgnored(name))) ? "belongs to git" : null;
}

/** Some file systems leave these characters out of names. */
function withoutIgnored(name: string): string {
  return name.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, "");
}
