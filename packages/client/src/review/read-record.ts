/**
 * Reads a file of the user's own. Symbolic links, pipes and files that other users own or can
 * write to are refused.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

const OTHERS_WRITE = 0o022;
const MAX_BYTES = 16 * 1024 * 1024;

export type ReadRecord =
  | { readonly ok: true; readonly text: string }
  /** Null if the file does not exist. */
  | { readonly ok: false; readonly problem: string | null };

export function readRecord(path: string): ReadRecord {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  let file: number;
  try {
    file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { ok: false, problem: code === "ENOENT" ? null : (WORDS[code] ?? code) };
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return { ok: false, problem: "it is not a regular file" };
    if (stats.uid !== process.geteuid?.()) {
      return { ok: false, problem: `it belongs to another user, ${stats.uid}` };
    }
    if ((stats.mode & OTHERS_WRITE) !== 0) {
      return { ok: false, problem: "other users can write to it" };
    }
    if (stats.size > MAX_BYTES) return { ok: false, problem: `it has over ${MAX_BYTES} bytes` };
    return { ok: true, text: readFileSync(file, "utf8") };
  } finally {
    closeSync(file);
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ELOOP: "it is a symbolic link",
  EACCES: "it cannot be read",
  ENXIO: "it is not a regular file",
};
