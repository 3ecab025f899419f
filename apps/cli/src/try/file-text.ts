/** The text of a file to be shown, or why it cannot be shown. */
import { isUtf8 } from "node:buffer";
import { closeSync, constants, openSync, readFileSync } from "node:fs";
import { bytesOf, type RawPath } from "@bazaar/guard/commit";

const MAX_FILE_BYTES = 500_000;
// Neither follow a link nor wait for a fifo that was put there meanwhile.
const AS_IT_IS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export type FileText =
  | { readonly is: "text"; readonly bytes: Buffer }
  | { readonly is: "binary" | "large" | "unreadable" };

/** A NUL byte anywhere makes it binary, and so does what is not UTF-8: it cannot be shown as it is. */
export function fileText(path: RawPath, size: bigint): FileText {
  const isLarge = size > MAX_FILE_BYTES;
  let file: number | null = null;
  try {
    file = openSync(bytesOf(path), AS_IT_IS);
    if (isLarge) return { is: "large" };
    const bytes = readFileSync(file);
    return bytes.includes(0) || !isUtf8(bytes) ? { is: "binary" } : { is: "text", bytes };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return { is: "unreadable" };
  } finally {
    if (file !== null) closeSync(file);
  }
}

export function sizeWords(bytes: bigint): string {
  const size = Number(bytes);
  if (size < 1_000) return size === 1 ? "1 byte" : `${size} bytes`;
  return size < 1_000_000
    ? `${(size / 1_000).toFixed(1)} kB`
    : `${(size / 1_000_000).toFixed(1)} MB`;
}
