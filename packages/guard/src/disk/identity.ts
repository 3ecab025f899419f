/**
 * Which file or directory something is, whatever its name. An inode's number alone does not tell:
 * it is given again, and every disk has its own that are alike. The moment at which the inode was
 * made does; nobody can set it, and it stays over a restart, when device numbers may not.
 */
import { type BigIntStats, lstatSync, statfsSync } from "node:fs";
import { errorCode } from "../error-code.ts";
import { bytesOf, type RawPath } from "./raw-path.ts";

export interface Identity {
  readonly ino: bigint;
  /** Null where that is not known. */
  readonly bornAtNs: bigint | null;
}

const OVERLAY_MAGIC = 0x794c7630;

export function identityOf(path: RawPath): Identity {
  const stats = lstatSync(bytesOf(path), { bigint: true });
  return { ino: stats.ino, bornAtNs: bornAt(stats, path) };
}

/** Null unless a directory lies there, under that name and not behind a link. */
export function directoryIdentity(path: RawPath): Identity | null {
  try {
    return lstatSync(bytesOf(path)).isDirectory() ? identityOf(path) : null;
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return null;
  }
}

export function isSameIdentity(one: Identity, other: Identity): boolean {
  if (one.ino !== other.ino) return false;
  return one.bornAtNs === null || other.bornAtNs === null || one.bornAtNs === other.bornAtNs;
}

function bornAt(stats: BigIntStats, path: RawPath): bigint | null {
  // Not kept by every file system, which then says 1970.
  if (stats.birthtimeNs <= 0n) return null;
  // A directory of an overlay is made anew when the first name in it changes.
  const isAnew = stats.isDirectory() && statfsSync(bytesOf(path)).type === OVERLAY_MAGIC;
  return isAnew ? null : stats.birthtimeNs;
}
