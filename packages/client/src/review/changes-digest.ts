/**
 * What a fix would write, in one value: two looks at it that show the same have the same. What
 * lies on the disk now is no part of it; the commit compares that, name by name.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { bytesOf, type JudgedChange } from "@bazaar/guard/commit";

/** Of files beyond this in all only the sizes are compared. */
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

/** Nothing of a file that its own mode closes to its owner: its size has to do. */
function contentOf(source: Parameters<typeof bytesOf>[0]): Buffer {
  try {
    return readFileSync(bytesOf(source));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EACCES") return Buffer.alloc(0);
    throw error;
  }
}
