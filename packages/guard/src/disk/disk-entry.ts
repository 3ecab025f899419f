/** What `lstat` says about one name, as far as a commit cares. Symbolic links are never followed. */
import { type BigIntStats, lstatSync, readlinkSync } from "node:fs";
import { asRaw, bytesOf, type RawPath } from "./raw-path.ts";

export type DiskEntryType = "file" | "directory" | "symlink" | "fifo" | "socket" | "device";

export interface DiskEntry {
  readonly type: DiskEntryType;
  /** Permissions with setuid, setgid and sticky bit. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly ino: bigint;
  readonly dev: bigint;
  /** How many names the file has. */
  readonly links: number;
  /** Where a symbolic link points. */
  readonly target: RawPath | null;
}

const PERMISSIONS = 0o7777n;

export function entryAt(path: RawPath): DiskEntry | null {
  const stats = lstatSync(bytesOf(path), { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return null;
  const type = typeOf(stats);
  return {
    type,
    mode: Number(stats.mode & PERMISSIONS),
    uid: Number(stats.uid),
    gid: Number(stats.gid),
    size: stats.size,
    mtimeNs: stats.mtimeNs,
    ctimeNs: stats.ctimeNs,
    ino: stats.ino,
    dev: stats.dev,
    links: Number(stats.nlink),
    target: type === "symlink" ? asRaw(readlinkSync(bytesOf(path), "latin1")) : null,
  };
}

export function birthtimeOf(path: RawPath): bigint {
  return lstatSync(bytesOf(path), { bigint: true }).birthtimeNs;
}

function typeOf(stats: BigIntStats): DiskEntryType {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "directory";
  if (stats.isSymbolicLink()) return "symlink";
  if (stats.isFIFO()) return "fifo";
  return stats.isSocket() ? "socket" : "device";
}

/** Node sets times as floating-point seconds, which are not exact to the nanosecond. */
const ROUNDING_NS = 1_000n;

export function hasSameTime(
  { mtimeNs: one }: Pick<DiskEntry, "mtimeNs">,
  { mtimeNs: other }: Pick<DiskEntry, "mtimeNs">,
): boolean {
  return (one < other ? other - one : one - other) < ROUNDING_NS;
}

type OwnerAndMode = Pick<DiskEntry, "mode" | "uid" | "gid">;

export function hasSameOwnerAndMode(one: OwnerAndMode, other: OwnerAndMode): boolean {
  return one.mode === other.mode && one.uid === other.uid && one.gid === other.gid;
}
