/**
 * Backups on another volume.
 *
 * Where our directory cannot take part in a rename, the old entry first stays hidden beside its
 * name, and is copied into our directory when the commit stands. Nothing is removed before its copy
 * is complete.
 */

import { asRaw, parentPath, type RawPath } from "../disk/raw-path.ts";
import { copyEntry } from "./copy-entry.ts";
import type { Mover } from "./mover.ts";
import type { Operation } from "./operation.ts";

export async function archive(
  mover: Mover,
  operations: readonly Operation[],
  which: "kept" | "aside",
): Promise<void> {
  for (const { archivedAt, keptAt, asideAt } of operations) {
    if (archivedAt === null) continue;
    const [near, far] = which === "kept" ? [keptAt, archivedAt] : [asideAt, asideIn(archivedAt)];
    if (mover.directories.find(parentPath(near)) === null || mover.look(near) === null) continue;
    if (mover.look(far) === null) await copyWhole(mover, near, far);
    mover.remove(near);
  }
}

/** Where the new entry is after a rollback. */
export function asideOf({ asideAt, archivedAt }: Operation): RawPath {
  return archivedAt === null ? asideAt : asideIn(archivedAt);
}

function asideIn(archivedAt: RawPath): RawPath {
  return asRaw(`${archivedAt}.aside`);
}

/** Whether the old entry is beside its name, or could be brought back there. */
export async function bringBack(mover: Mover, operation: Operation): Promise<boolean> {
  const { keptAt, archivedAt } = operation;
  if (mover.look(keptAt) !== null) return true;
  if (archivedAt === null || mover.look(archivedAt) === null) return false;
  await copyWhole(mover, archivedAt, keptAt);
  return true;
}

export function isKept(mover: Mover, { keptAt, archivedAt }: Operation): boolean {
  return mover.look(keptAt) !== null || (archivedAt !== null && mover.look(archivedAt) !== null);
}

async function copyWhole(mover: Mover, from: RawPath, to: RawPath): Promise<void> {
  const part = partOf(to);
  if (mover.look(part) !== null) mover.remove(part);
  mover.announce(`copy ${from} to ${part}`);
  await copyEntry(mover.directories, from, part);
  mover.rename(part, to);
}

/** The name of an incomplete copy. */
export function partOf(path: RawPath): RawPath {
  return asRaw(`${path}.part`);
}
