/**
 * Long entries are stored compressed. In its canonical form an entry escapes everything that is not
 * ASCII, and a contract posted without an entry of its own has its document twice: stored as it is,
 * one byte received could take six.
 */
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { maxEntryLength } from "@bazaar/kernel";

/** Characters up to which an entry is stored as text. */
export const MAX_PLAIN_LENGTH = 16_384;
/** Of all types the longest; a damaged body cannot fill the memory. */
const MAX_LENGTH = maxEntryLength("post");

export function compressed(body: string): Uint8Array {
  return zstdCompressSync(body);
}

export function decompressed(body: Uint8Array): string {
  return zstdDecompressSync(body, { maxOutputLength: MAX_LENGTH }).toString("utf8");
}
