/**
 * Which paths a transferred file may have. The sender refuses the others before it offers anything,
 * and the receiver skips them: a path must stay below the folder and mean the same file on every
 * system.
 */
import { isTreePath } from "@bazaar/kernel";

/** Room is left for the ending of a temporary file. */
const MAX_NAME_BYTES = 240;
const DRIVE = /^[A-Za-z]:/;
/** Windows opens a device for these, whatever the extension is. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|$)/i;
/** The archive would take it for the end of another file. */
const END_MARKER = "END ";

/** Why no transferred file may have this path, or null. */
export function archivePathProblem(path: string): string | null {
  if (path.startsWith("/") || DRIVE.test(path)) return "its path is absolute";
  const names = path.split("/");
  if (names.includes("..")) return "its path leads out of the folder";
  if (!isTreePath(path)) return "its path is not that of a file in a folder";
  if (path.startsWith(END_MARKER)) return `its path begins with "${END_MARKER}"`;
  return names.map(nameProblem).find((problem) => problem !== null) ?? null;
}

function nameProblem(name: string): string | null {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return "its name is too long";
  if (DEVICE.test(name)) return "its name is reserved on Windows";
  // Windows drops the end of such a name, and a manifest cannot tell spaces from padding.
  if (name !== name.trim() || name.endsWith(".")) {
    return "its name ends with a dot, or begins or ends with a space";
  }
  // What is in there, git runs.
  return foldedPath(name) === ".git" ? "it is inside a .git folder" : null;
}

/** Equal for paths that are one file on a system that ignores case or the form of Unicode. */
export function foldedPath(path: string): string {
  return path.normalize("NFKC").toLowerCase();
}
