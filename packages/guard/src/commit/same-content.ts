/** The bytes of regular files, compared or digested piece by piece and never whole in memory. */
import { createHash } from "node:crypto";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { bytesOf, type RawPath } from "../disk/raw-path.ts";
import { errorCode } from "../error-code.ts";

const CHUNK_BYTES = 256 * 1024;
// Non-blocking: a fifo in place of the file must not block us.
const READ_AS_IS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const LEFT = Buffer.allocUnsafe(CHUNK_BYTES);
const RIGHT = Buffer.allocUnsafe(CHUNK_BYTES);

/** A file that its owner cannot read counts as different. */
export function hasSameContent(one: RawPath, other: RawPath): boolean {
  const files: number[] = [];
  try {
    const first = openSync(bytesOf(one), READ_AS_IS);
    files.push(first);
    const second = openSync(bytesOf(other), READ_AS_IS);
    files.push(second);
    return isEqualToTheEnd(first, second, LEFT, RIGHT);
  } catch (error) {
    if (errorCode(error) === "EACCES") return false;
    throw error;
  } finally {
    for (const file of files) closeSync(file);
  }
}

/** Closed to its owner, gone, a link or a socket by now. */
const UNREADABLE = new Set(["EACCES", "ENOENT", "ELOOP", "ENXIO"]);

/** Null for a file that cannot be read. */
export function digestOfFile(path: RawPath): string | null {
  const hash = createHash("sha256");
  let file: number;
  try {
    file = openSync(bytesOf(path), READ_AS_IS);
  } catch (error) {
    if (UNREADABLE.has(errorCode(error))) return null;
    throw error;
  }
  try {
    for (let length = fill(file, LEFT); length > 0; length = fill(file, LEFT)) {
      hash.update(LEFT.subarray(0, length));
    }
    return hash.digest("hex");
  } finally {
    closeSync(file);
  }
}

function isEqualToTheEnd(first: number, second: number, left: Buffer, right: Buffer): boolean {
  for (;;) {
    const length = fill(first, left);
    if (fill(second, right) !== length) return false;
    if (length === 0) return true;
    if (!left.subarray(0, length).equals(right.subarray(0, length))) return false;
  }
}

function fill(file: number, into: Buffer): number {
  let length = 0;
  while (length < into.length) {
    const read = readSync(file, into, length, into.length - length, null);
    if (read === 0) break;
    length += read;
  }
  return length;
}
