/** Reads the comments in front of the files. Only the manifest says something about them. */
import { MAX_FILES } from "../limits.ts";
import { FIRST_LINE, HASH_DIGITS, MANIFEST_LINE } from "./markers.ts";

/** Longer than any path with its size and hash; what is longer is no line of a manifest. */
const MAX_LINE = 2_000;
const INDENT = "#   ";
const HASH = new RegExp(` sha256:([0-9a-f]{${HASH_DIGITS}})(?: +\\[binary\\])?$`);
const SIZE = / \d+(?:\.\d+)?(?: ?(?:bytes|[KMG]?i?B))?$/i;

export interface Header {
  /** By path, the beginning of the SHA-256 that the file must have. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Where the header ends. */
  readonly end: number;
}

/** Or why the text is no archive that may be unpacked. */
export function readHeader(text: string): Header | string {
  if (!text.startsWith(`${FIRST_LINE}\n`)) return "it is not a SLURP v4 archive";
  const hashes = new Map<string, string>();
  let at = FIRST_LINE.length + 1;
  while (text.startsWith("#", at)) {
    const next = text.indexOf("\n", at);
    const end = next === -1 ? text.length : next;
    const line = end - at > MAX_LINE ? "" : text.slice(at, end);
    // A packer may embed its own description, with a sample of a manifest in it.
    if (line === MANIFEST_LINE) hashes.clear();
    const listed = listedFile(line);
    if (listed !== null) hashes.set(listed.path, listed.hash);
    if (hashes.size > MAX_FILES) return `its manifest lists more than ${MAX_FILES} files`;
    at = end + 1;
  }
  return { hashes, end: Math.min(at, text.length) };
}

function listedFile(line: string): { readonly path: string; readonly hash: string } | null {
  if (!line.startsWith(INDENT)) return null;
  const hash = HASH.exec(line);
  const size = SIZE.exec(line.slice(0, hash?.index).trimEnd());
  if (hash === null || size === null) return null;
  return { path: line.slice(INDENT.length, size.index).trimEnd(), hash: hash[1] ?? "" };
}
