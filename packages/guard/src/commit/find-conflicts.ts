/**
 * What changed on the real disk outside the sandbox. Inode, size, modification and change time are
 * compared with the diff's, with what was seen when the sandbox was kept, and with the time the
 * sandbox opened; a change time cannot be set. One conflict, and nothing is applied.
 */

import type { Directories } from "../disk/directories.ts";
import { type DiskEntry, hasSameOwnerAndMode } from "../disk/disk-entry.ts";
import { identityOf, isSameIdentity } from "../disk/identity.ts";
import { parentPath, type RawPath } from "../disk/raw-path.ts";
import type { Change, UnmountedLayer } from "./change.ts";
import { newestBelow } from "./newer-than.ts";
import type { Conflict } from "./refusal.ts";
import { isTouchedByUsAlone, type Restored } from "./restored.ts";

export const MAX_CONFLICTS_SHOWN = 100;

interface Known extends Pick<UnmountedLayer, "openedAtNs" | "wasThere"> {
  readonly restored: Restored;
}

export function findConflicts(
  changes: readonly Change[],
  directories: Directories,
  known: Known,
): Conflict[] {
  const conflicts = new Map<RawPath, Conflict>();
  for (const change of changes) {
    if (conflicts.size >= MAX_CONFLICTS_SHOWN) break;
    const conflict = conflictOf(change, directories, known);
    if (conflict !== null) conflicts.set(conflict.path, conflict);
  }
  return [...conflicts.values()];
}

function conflictOf(change: Change, directories: Directories, known: Known): Conflict | null {
  const { path, before, parentIno, linkTo } = change;
  const { openedAtNs, wasThere, restored } = known;
  if (change.kind === "meta" && before?.type === "directory") {
    return directoryConflict(path, before, directories, known);
  }
  if (linkTo !== null && isLinkNewer(linkTo, directories, known)) {
    return { path: linkTo, because: "changed" };
  }
  // A new directory has nothing that could have changed.
  if (parentIno === null) return null;
  const parent = parentPath(path);
  if (directories.find(parent)?.ino !== parentIno || isAnother(wasThere, parent, directories)) {
    return { path, because: "directory_replaced" };
  }
  const now = directories.entry(path);
  // Deleted before the diff: to the diff it never existed.
  if (before === null && now === null && wasThere.has(path)) return { path, because: "vanished" };
  if (before === null) return now === null ? null : { path, because: "appeared" };
  if (now === null) return { path, because: "vanished" };
  // What we put back may be a copy; the journals say which.
  const isUntouched = (entry: DiskEntry) =>
    isAsSeen(path, entry, known) && (entry !== now || !isAnother(wasThere, path, directories));
  const isOurs = isTouchedByUsAlone(isUntouched, now, restored.get(path));
  if (!isOurs || !isTheSame(now, before)) return { path, because: "changed" };
  if (before.type !== "directory") return null;
  const inside = newestBelow(path, directories, {
    sinceNs: openedAtNs,
    opened: new Map(),
    restored,
  });
  return inside && { path: inside, because: "changed_inside" };
}

/** Whether it differs from what was seen when the sandbox was kept. */
function isAnother(wasThere: Known["wasThere"], path: RawPath, directories: Directories): boolean {
  const seen = wasThere.get(path);
  return seen !== undefined && !isSameIdentity(identityOf(directories.via(path)), seen);
}

/** Whether it is unchanged since the sandbox opened, as far as its entry tells. */
function isAsSeen(path: RawPath, entry: DiskEntry, { openedAtNs, wasThere }: Known): boolean {
  if (entry.ctimeNs >= openedAtNs) return false;
  const seen = wasThere.get(path);
  // A directory's times change whenever a name in it comes or goes.
  if (seen === undefined || entry.type === "directory") return true;
  const { ino, size, mtimeNs, ctimeNs } = entry;
  if (ino !== seen.ino || size !== seen.size) return false;
  return mtimeNs === seen.mtimeNs && ctimeNs === seen.ctimeNs;
}

function isTheSame(now: DiskEntry, before: DiskEntry): boolean {
  return (
    now.ino === before.ino &&
    now.type === before.type &&
    now.size === before.size &&
    now.mtimeNs === before.mtimeNs &&
    now.ctimeNs === before.ctimeNs
  );
}

/**
 * Adding a file to it changes both its times, and not its mode. A changed change time alone means
 * that mode, owner or attributes were set.
 */
function directoryConflict(
  path: RawPath,
  before: DiskEntry,
  directories: Directories,
  { openedAtNs, wasThere }: Known,
): Conflict | null {
  if (directories.find(path)?.ino !== before.ino || isAnother(wasThere, path, directories)) {
    return { path, because: "directory_replaced" };
  }
  const now = directories.entry(path);
  const isSame = now !== null && hasSameOwnerAndMode(now, before);
  const isSetByHand = before.ctimeNs >= openedAtNs && before.mtimeNs < openedAtNs;
  return isSame && !isSetByHand ? null : { path, because: "changed" };
}

function isLinkNewer(path: RawPath, directories: Directories, known: Known): boolean {
  if (directories.find(parentPath(path)) === null) return false;
  const now = directories.entry(path);
  return now !== null && !isAsSeen(path, now, known);
}
