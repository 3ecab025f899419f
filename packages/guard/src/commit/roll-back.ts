/**
 * Rolls a commit back, finished or not.
 *
 * Each operation is undone by what the disk shows, inode by inode, so that repeating it, or going
 * on after a crash, ends the same. New entries are moved aside and kept, because someone may have
 * worked on them. A name that holds neither the old nor the new entry was taken by someone else, and
 * stays.
 */

import type { DiskEntry } from "../disk/disk-entry.ts";
import { isWithin, parentPath, type RawPath } from "../disk/raw-path.ts";
import { archive, bringBack, isKept } from "./archive.ts";
import { closeAll, closedAfterCommit } from "./closed-after-commit.ts";
import type { Journal } from "./journal.ts";
import type { Mover } from "./mover.ts";
import type { Operation } from "./operation.ts";
import { deepestFirst, outerFirst } from "./path-order.ts";
import { operationsTakenBack } from "./undoing.ts";

/** Names that were taken in the meantime; their old entries stay in the backup. */
export async function rollBack(mover: Mover, journal: Journal): Promise<RawPath[]> {
  const directories = journal.directories.filter(
    ({ path, ino }) => mover.directories.find(path)?.ino === ino,
  );
  openToOwner(mover, [...directories, ...journal.lateTouches]);
  const taken: RawPath[] = [];
  const operations = operationsTakenBack(journal.operations, journal.undoing);
  for (const operation of operations.toReversed()) {
    if (!(await takeBack(mover, operation))) taken.push(operation.path);
  }
  mover.directories.forget();
  await archive(mover, operations, "aside");
  await archive(mover, operations, "kept");
  removeTemporary(mover, journal.temporary);
  const keepsTime = new Set(journal.undoing?.untouched ?? directories.map(({ path }) => path));
  for (const { path, before, after } of deepestFirst(directories)) {
    await mover.setFacts(path, after, before);
    if (keepsTime.has(path)) mover.setTime(path, before.mtimeNs);
  }
  const left = journal.undoing?.left ?? [];
  const staying = closedAfterCommit(journal).filter(({ path }) =>
    left.some((tree) => isWithin(path, tree)),
  );
  closeAll(mover, staying);
  return taken;
}

/** Either the old or the new entry may be a closed directory. */
export function openToOwner(
  mover: Mover,
  directories: readonly { readonly path: RawPath }[],
): void {
  for (const { path } of outerFirst(directories)) {
    if (mover.directories.find(path) !== null) mover.openToOwner(path);
  }
}

function removeTemporary(mover: Mover, temporary: readonly RawPath[]): void {
  for (const path of temporary) {
    if (mover.directories.find(parentPath(path)) === null) continue;
    if (mover.look(path) !== null) mover.remove(path);
  }
}

async function takeBack(mover: Mover, operation: Operation): Promise<boolean> {
  const { path, old, fresh } = operation;
  // A directory of the commit that was moved aside already, or that someone moved.
  if (mover.directories.find(parentPath(path)) === null) return old === null;
  if (fresh?.linkTo != null && mover.look(fresh.from) !== null) mover.unlink(fresh.from);
  const now = mover.look(path);
  if (fresh !== null && isEntry(now, fresh)) return takeFreshBack(mover, operation, now);
  if (old === null) return true;
  if (isEntry(now, old)) {
    dropSecondName(mover, operation);
    if (now.mode !== old.mode && now.type === "directory") mover.chmod(path, old.mode);
    return true;
  }
  if (now === null) return restore(mover, operation);
  // A copy of the old entry from an earlier attempt is what should be there.
  return isCopyOf(now, old) || !isKept(mover, operation);
}

async function takeFreshBack(mover: Mover, operation: Operation, now: DiskEntry): Promise<boolean> {
  const { path, old, fresh, keptAt, asideAt } = operation;
  // A second name of a file that stays: nothing is lost with it.
  const isLink = fresh?.linkTo != null && now.links > 1;
  if (old === null) {
    if (isLink) mover.unlink(path);
    else mover.move(path, asideAt);
    return true;
  }
  if (!(await bringBack(mover, operation))) return isEntry(now, old);
  if (now.type === "directory" || old.type === "directory") {
    mover.move(path, asideAt);
    return restore(mover, operation);
  }
  if (!isLink && mover.look(asideAt) === null && !mover.link(path, asideAt)) {
    mover.rename(path, asideAt);
  }
  mover.rename(keptAt, path);
  return true;
}

async function restore(mover: Mover, operation: Operation): Promise<boolean> {
  const { path, old, keptAt } = operation;
  if (!(await bringBack(mover, operation))) return false;
  mover.move(keptAt, path);
  if (old?.type === "directory") mover.chmod(path, old.mode);
  return true;
}

/** The crash came between making the second name and the rename over the first. */
function dropSecondName(mover: Mover, { keptAt, old }: Operation): void {
  const kept = mover.look(keptAt);
  if (kept !== null && old !== null && isEntry(kept, old)) mover.unlink(keptAt);
}

export function isCopyOf(now: DiskEntry, old: DiskEntry): boolean {
  return now.type === old.type && now.size === old.size && now.mtimeNs === old.mtimeNs;
}

function isEntry(now: DiskEntry | null, known: Pick<DiskEntry, "ino" | "type">): now is DiskEntry {
  return now !== null && now.ino === known.ino && now.type === known.type;
}
