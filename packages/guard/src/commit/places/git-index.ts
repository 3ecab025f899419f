/**
 * What a git index says, apart from what git remembers of the files on the disk: mode, object, flags
 * and path of each entry. `git status` writes the rest anew without changing anything.
 */
import { createHash } from "node:crypto";

const SIGNATURE = "DIRC";
const HEADER_BYTES = 12;
const VERSIONS: ReadonlySet<number> = new Set([2, 3, 4]);
/** Of SHA-1 and SHA-256. */
const OBJECT_BYTES = [20, 32];
/** Two times, device, inode, mode, owner, group and size. */
const STAT_BYTES = 40;
const MODE_AT = 24;
const MODE_BYTES = 4;
const FLAG_BYTES = 2;
const IS_EXTENDED = 0x4000;
const STAGE_AND_MARKS = 0xf000;
const PADDING = 8;
const EXTENSION_BYTES = 8;
const NUL = 0;

/** Null for what is no index, or one that is not complete in itself. */
export function indexDigest(bytes: Buffer): string | null {
  if (bytes.length < HEADER_BYTES || bytes.toString("latin1", 0, 4) !== SIGNATURE) return null;
  for (const objectBytes of OBJECT_BYTES) {
    const digest = digestWith(bytes, objectBytes);
    if (digest !== null) return digest;
  }
  return null;
}

interface Entry {
  readonly path: Buffer;
  readonly end: number;
}

function digestWith(bytes: Buffer, objectBytes: number): string | null {
  const version = bytes.readUInt32BE(4);
  if (!VERSIONS.has(version)) return null;
  const hash = createHash("sha256");
  const last = bytes.length - objectBytes;
  let at = HEADER_BYTES;
  let path: Buffer = Buffer.alloc(0);
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const flagsAt = at + STAT_BYTES + objectBytes;
    if (flagsAt + FLAG_BYTES * 2 > last) return null;
    const flags = bytes.readUInt16BE(flagsAt);
    const isExtended = (flags & IS_EXTENDED) !== 0;
    const nameAt = flagsAt + FLAG_BYTES * (isExtended ? 2 : 1);
    const entry = version === 4 ? shortEntry(bytes, nameAt, path) : paddedEntry(bytes, at, nameAt);
    if (entry === null || entry.end > last) return null;
    const marks = isExtended ? bytes.readUInt16BE(flagsAt + FLAG_BYTES) : 0;
    hash.update(bytes.subarray(at + MODE_AT, at + MODE_AT + MODE_BYTES));
    hash.update(bytes.subarray(at + STAT_BYTES, flagsAt));
    hash.update(`${flags & STAGE_AND_MARKS} ${marks} ${entry.path.length} `).update(entry.path);
    ({ path, end: at } = entry);
  }
  return endsWell(bytes, at, last) ? hash.digest("hex") : null;
}

/** Ended by one to eight zero bytes, so that the next begins at a multiple of eight. */
function paddedEntry(bytes: Buffer, at: number, nameAt: number): Entry | null {
  const nameEnd = bytes.indexOf(NUL, nameAt);
  if (nameEnd < 0) return null;
  const length = nameEnd - at;
  return {
    path: bytes.subarray(nameAt, nameEnd),
    end: at + length + PADDING - (length % PADDING),
  };
}

/** How many bytes of the path before are dropped, and what follows instead. */
function shortEntry(bytes: Buffer, nameAt: number, before: Buffer): Entry | null {
  let at = nameAt;
  let byte = bytes[at] ?? 0;
  let dropped = byte & 0x7f;
  while ((byte & 0x80) !== 0 && dropped <= before.length) {
    at += 1;
    byte = bytes[at] ?? 0;
    dropped = ((dropped + 1) << 7) | (byte & 0x7f);
  }
  const nameEnd = bytes.indexOf(NUL, at + 1);
  if (nameEnd < 0 || dropped > before.length) return null;
  const kept = before.subarray(0, before.length - dropped);
  return { path: Buffer.concat([kept, bytes.subarray(at + 1, nameEnd)]), end: nameEnd + 1 };
}

/**
 * Only extensions follow, and none that changes what the entries mean: those have a lower-case name,
 * such as the one that leaves entries in another file.
 */
function endsWell(bytes: Buffer, from: number, last: number): boolean {
  let at = from;
  while (at + EXTENSION_BYTES <= last) {
    const initial = bytes[at] ?? 0;
    if (initial < 0x41 || initial > 0x5a) return false;
    at += EXTENSION_BYTES + bytes.readUInt32BE(at + 4);
  }
  return at === last;
}
