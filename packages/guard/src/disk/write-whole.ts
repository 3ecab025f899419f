import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { syncDirectory } from "./sync-directory.ts";

const PRIVATE = 0o600;
const PRIVATE_DIRECTORY = 0o700;
const DRAFT_BYTES = 6;

/**
 * Replaces a file, by a private one unless another mode is given. It is written under another name first, so that no reader sees
 * half of it, and is on the disk when this returns.
 */
export function writeWhole(path: string, content: string | Uint8Array, mode = PRIVATE): void {
  write(path, content, mode, renameSync);
}

/** The same for a private file that does not exist. One that does is kept, and `EEXIST` thrown. */
export function writeNew(path: string, content: string | Uint8Array): void {
  write(path, content, PRIVATE, (draft) => {
    linkSync(draft, path);
    rmSync(draft);
  });
}

function write(
  path: string,
  content: string | Uint8Array,
  mode: number,
  place: (draft: string, path: string) => void,
): void {
  mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_DIRECTORY });
  const draft = `${path}.${randomBytes(DRAFT_BYTES).toString("hex")}`;
  const file = openSync(draft, "wx", PRIVATE);
  try {
    writeFileSync(file, content);
    fchmodSync(file, mode);
    fsyncSync(file);
    place(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  syncDirectory(dirname(path));
}
