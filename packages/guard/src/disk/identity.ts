/**
 * Which file or directory something is, whatever its name. An inode number is reused, and other
 * disks have the same ones; together with its birth time it is unique. A birth time cannot be set
 * and survives a restart, when device numbers may change.
 */
import { type BigIntStats, lstatSync, statfsSync } from "node:fs";
import { errorCode } from "../error-code.ts";
import { bytesOf, type RawPath } from "./raw-path.ts";

export interface Identity {
  readonly ino: bigint;
  /** Null if unknown. */
  readonly bornAtNs: bigint | null;
}

const OVERLAY_MAGIC = 0x794c7630;

export function identityOf(path: RawPath): Identity {
  const stats = lstatSync(bytesOf(path), { bigint: true });
  return { ino: stats.ino, bornAtNs: bornAt(stats, path) };
}

/** Null unless a directory has that name itself; links are not followed. */
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
  // Some file systems have none, and report 1970.
  if (stats.birthtimeNs <= 0n) return null;
  // An overlay creates a directory again when the first name in it changes.
  return stats.isDirectory() && isOnOverlay(bytesOf(path)) ? null : stats.birthtimeNs;
}

export function isOnOverlay(path: string | Buffer): boolean {
  return statfsSync(path).type === OVERLAY_MAGIC;
}
