/**
 * The hash of a tree of files: RFC 8785 over the list of their paths, hashes and sizes, sorted by path.
 *
 * Two indexes have one hash only if they saw the same files with the same contents.
 */
import { rfc8785Hash } from "../../canonical/rfc8785.ts";

export interface FileDigest {
  readonly path: string;
  /** 64 hex digits. */
  readonly sha256: string;
  readonly bytes: number;
}

/** `sha256:` and 64 hex digits; null if a path has no UTF-8 form. */
export function treeHash(digests: readonly FileDigest[]): string | null {
  const sorted = digests.toSorted((a, b) => byCodePoint(a.path, b.path));
  const hash = rfc8785Hash(
    sorted.map(({ path, sha256, bytes }) => ({ path, sha256, bytes: BigInt(bytes) })),
  );
  return hash.ok ? hash.value : null;
}

/** The order of the UTF-8 bytes, as git and most other programs have it. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const difference = weight(a.charCodeAt(at)) - weight(b.charCodeAt(at));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Surrogates stand for characters after all others. */
function weight(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
