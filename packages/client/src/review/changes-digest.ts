/**
 * A digest of what a fix would write, to tell whether it is what the user was shown. The files on
 * the disk are not part of it; the commit compares those one by one.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { bytesOf, type JudgedChange } from "@bazaar/guard/commit";

/** Beyond this total, only sizes are compared. */
const MAX_READ_BYTES = 64 * 1024 * 1024;

export function changesDigest(changes: readonly JudgedChange[]): string {
  const digest = createHash("sha256");
  let left = MAX_READ_BYTES;
  for (const { change } of changes) {
    const { path, after, linkTo, source } = change;
    if (after === null) {
      digest.update(`${JSON.stringify([path, "gone"])}\n`);
      continue;
    }
    const { type, mode, uid, gid, target } = after;
    const size = type === "file" ? Number(after.size) : 0;
    digest.update(`${JSON.stringify([path, type, mode, uid, gid, size, target, linkTo])}\n`);
    if (type !== "file" || linkTo !== null || size > left) continue;
    left -= size;
    digest.update(contentOf(source));
  }
  return digest.digest("hex");
}

/** Empty for a file that its owner cannot read: only its size counts. */
function contentOf(source: Parameters<typeof bytesOf>[0]): Buffer {
  try {
    return readFileSync(bytesOf(source));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EACCES") return Buffer.alloc(0);
    throw error;
  }
}
