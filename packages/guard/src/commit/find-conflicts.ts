/**
 * What changed on the real disk behind the sandbox's back. Compared are inode, size, time and
 * change time with the diff's, and the change time with the moment the sandbox opened: unlike the
 * others it cannot be set by hand. One conflict, and nothing is applied.
 */
import type { Change } from "./change.ts";
import type { Directories } from "./directories.ts";
import { type DiskEntry, hasSameOwnerAndMode } from "./disk-entry.ts";
import { newestBelow } from "./newer-than.ts";
import { parentPath, type RawPath } from "./raw-path.ts";
import type { Conflict } from "./refusal.ts";

export const MAX_CONFLICTS_SHOWN = 100;

export function findConflicts(
  changes: readonly Change[],
  directories: Directories,
  openedAtNs: bigint,
): Conflict[] {
  const conflicts = new Map<RawPath, Conflict>();
  for (const change of changes) {
    if (conflicts.size >= MAX_CONFLICTS_SHOWN) break;
    const conflict = conflictOf(change, directories, openedAtNs);
    if (conflict !== null) conflicts.set(conflict.path, conflict);
  }
  return [...conflicts.values()];
}

function conflictOf(change: Change, directories: Directories, openedAtNs: bigint): Conflict | null {
  const { path, before, parentIno, linkTo } = change;
  if (change.kind === "meta" && before?.type === "directory") {
    return directoryConflict(path, before, directories, openedAtNs);
  }
  if (linkTo !== null && isLinkNewer(linkTo, directories, openedAtNs)) {
    return { path: linkTo, because: "changed" };
  }
  // Inside a new directory there is nothing that anybody could have changed.
  if (parentIno === null) return null;
  if (directories.find(parentPath(path))?.ino !== parentIno) {
    return { path, because: "directory_replaced" };
  }
  const now = directories.entry(path);
  if (before === null) return now === null ? null : { path, because: "appeared" };
  if (now === null) return { path, because: "vanished" };
  if (!isUntouched(now, before, openedAtNs)) return { path, because: "changed" };
  if (before.type !== "directory") return null;
  const inside = newestBelow(path, directories, { sinceNs: openedAtNs, opened: new Map() });
  return inside && { path: inside, because: "changed_inside" };
}

function isUntouched(now: DiskEntry, before: DiskEntry, openedAtNs: bigint): boolean {
  return (
    now.ino === before.ino &&
    now.type === before.type &&
    now.size === before.size &&
    now.mtimeNs === before.mtimeNs &&
    now.ctimeNs === before.ctimeNs &&
    now.ctimeNs < openedAtNs
  );
}

/**
 * Whoever adds a file to it moves both its times and has not touched its mode. A change time that
 * moved alone says that mode, owner or attributes were set.
 */
function directoryConflict(
  path: RawPath,
  before: DiskEntry,
  directories: Directories,
  openedAtNs: bigint,
): Conflict | null {
  if (directories.find(path)?.ino !== before.ino) return { path, because: "directory_replaced" };
  const now = directories.entry(path);
  const isSame = now !== null && hasSameOwnerAndMode(now, before);
  const isSetByHand = before.ctimeNs >= openedAtNs && before.mtimeNs < openedAtNs;
  return isSame && !isSetByHand ? null : { path, because: "changed" };
}

function isLinkNewer(path: RawPath, directories: Directories, sinceNs: bigint): boolean {
  if (directories.find(parentPath(path)) === null) return false;
  const now = directories.entry(path);
  return now !== null && now.ctimeNs >= sinceNs;
}
