/**
 * What of a commit can be undone, name by name: what is as the commit left it, or was written again
 * with the same content, and what would lose something that was done since.
 */
import type { Directories } from "../disk/directories.ts";
import { type DiskEntry, hasSameOwnerAndMode } from "../disk/disk-entry.ts";
import { namesOrNone } from "../disk/names-in.ts";
import { OWNER_ALL } from "../disk/owner-access.ts";
import { childPath, parentPath, type RawPath } from "../disk/raw-path.ts";
import { closeAll, closedAfterCommit, openAll } from "./closed-after-commit.ts";
import type { KnownCommit } from "./commit-directories.ts";
import { readContents, sameContent } from "./entry-contents.ts";
import { appendJournal } from "./journal.ts";
import type { Mover } from "./mover.ts";
import { isNewer, newestBelow, type Since } from "./newer-than.ts";
import type { DirectoryOperation, LateTouch, Operation } from "./operation.ts";
import { type Conflict, Refused } from "./refusal.ts";
import { isTouchedByUsAlone, type Restored } from "./restored.ts";
import { isItselfChanged } from "./touched-by-both.ts";
import { withGit } from "./undo-git.ts";

/** An operation, or a directory that got another mode, owner or attribute. */
export interface UndoUnit {
  readonly path: RawPath;
  readonly changes: number;
  /** See `Operation`. */
  readonly group: number | null;
  /** Null if nothing is lost by undoing it. */
  readonly conflict: Conflict | null;
  /** A git object: never reverted, and no change to speak of. */
  readonly stays?: boolean;
}

/** Directories that the commit closed to their owner are opened; `closeAfterLook` closes them. */
export function openForLook(mover: Mover, { directory, journal }: KnownCommit): LateTouch[] {
  const closed = closedAfterCommit(journal);
  if (closed.length > 0) appendJournal(directory, [{ is: "opening" }]);
  openAll(mover, closed);
  return closed;
}

export function closeAfterLook(
  mover: Mover,
  { directory, journal: { keptBytes } }: KnownCommit,
  closed: readonly LateTouch[],
): void {
  if (closed.length === 0) return;
  closeAll(mover, closed);
  appendJournal(directory, [{ is: "finished", keptBytes }]);
}

export interface Look {
  readonly restored: Restored;
  readonly opened: readonly LateTouch[];
}

export function undoUnits(
  { directory, journal }: KnownCommit,
  directories: Directories,
  { restored, opened: all }: Look,
): UndoUnit[] {
  const opened = new Map(all.map((each) => [each.path, each]));
  const contents = readContents(directory);
  const isSameContent = sameContent(
    { contents, operations: journal.operations, opened },
    directories,
  );
  const since = { sinceNs: journal.committedAtNs ?? 0n, opened, restored, isSameContent };
  const put = new Set(contents.map(({ path }) => path));
  for (const { path } of journal.operations) put.add(path);
  const staying = new Map(journal.directories.map((each) => [each.path, each]));
  const operations = journal.operations.map((each) => ({
    path: each.path,
    changes: each.changes ?? 1,
    group: each.group ?? null,
    conflict:
      parentConflict(each, staying.get(parentPath(each.path)), directories) ??
      withAdded(conflictOf(each, directories, since), each, { directories, since, put }),
  }));
  const modes = journal.directories.filter(isItselfChanged).map((each) => ({
    path: each.path,
    changes: 1,
    group: each.group ?? null,
    conflict: modeConflict(each, directories, opened.has(each.path)),
  }));
  return withGit([...operations, ...modes], { operations: journal.operations, directories, since });
}

/** A directory inside a new one may be gone with it. */
function parentConflict(
  { path, old }: Operation,
  known: DirectoryOperation | undefined,
  directories: Directories,
): Conflict | null {
  const parent = directories.find(parentPath(path));
  const isGone = parent === null && known === undefined && old === null;
  const isSame = parent !== null && (known === undefined || known.ino === parent.ino);
  return isSame || isGone ? null : { path, because: "directory_replaced" };
}

/** What is under a name, also if its directory is gone. */
export function entryNow(path: RawPath, directories: Directories): DiskEntry | null {
  return directories.find(parentPath(path)) === null ? null : directories.entry(path);
}

function conflictOf(
  { path, old, fresh }: Operation,
  directories: Directories,
  since: Since,
): Conflict | null {
  const now = entryNow(path, directories);
  if (fresh === null) return now === null ? null : { path, because: "appeared" };
  // A new entry that was deleted since is undone already.
  if (now === null) return old === null ? null : { path, because: "vanished" };
  const isFresh = ({ ino }: DiskEntry) => ino === fresh.ino;
  const isOurs =
    isTouchedByUsAlone(isFresh, now, since.restored.get(path)) && !isNewer(path, now, since);
  if (!isOurs && !since.isSameContent?.(path, now)) return { path, because: "changed" };
  if (now.type !== "directory") return null;
  const inside = firstChangeBelow(path, directories, since);
  return inside && { path: inside, because: "changed_inside" };
}

interface Around {
  readonly directories: Directories;
  readonly since: Since;
  /** Every name that the commit put in place. */
  readonly put: ReadonlySet<RawPath>;
}

/** A directory with something of the person's in it stays, whatever else changed in it. */
function withAdded(
  conflict: Conflict | null,
  { path, fresh }: Operation,
  around: Around,
): Conflict | null {
  if (conflict === null || fresh?.type !== "directory") return conflict;
  if (entryNow(path, around.directories)?.type !== "directory") return conflict;
  const added = firstAddedBelow(path, around);
  return added === null ? conflict : { path: added, because: "added_inside" };
}

function firstAddedBelow(directory: RawPath, around: Around): RawPath | null {
  const { directories, since, put } = around;
  if (directories.find(directory) === null) return null;
  for (const name of namesOrNone(directories.via(childPath(directory, ".")))) {
    const path = childPath(directory, name);
    const entry = directories.entry(path);
    if (entry === null) continue;
    // Of a large directory not every name is known.
    if (!put.has(path) && isNewer(path, entry, since)) return path;
    const inner = entry.type === "directory" ? firstAddedBelow(path, around) : null;
    if (inner !== null) return inner;
  }
  return null;
}

/** What cannot be read may have changed. */
function firstChangeBelow(path: RawPath, directories: Directories, since: Since): RawPath | null {
  try {
    return newestBelow(path, directories, since);
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.code !== "unreadable_directory") throw error;
    return error.refusal.path;
  }
}

function modeConflict(
  directory: DirectoryOperation,
  directories: Directories,
  isOpened: boolean,
): Conflict | null {
  const { path, ino } = directory;
  if (directories.find(path)?.ino !== ino) return { path, because: "directory_replaced" };
  return hasFactsAfter(directory, directories, isOpened) ? null : { path, because: "changed" };
}

/** Whether mode and owner are as the commit left them. */
export function hasFactsAfter(
  { path, after }: DirectoryOperation,
  directories: Directories,
  isOpened: boolean,
): boolean {
  const now = directories.entry(path);
  const mode = isOpened ? after.mode | OWNER_ALL : after.mode;
  return now !== null && hasSameOwnerAndMode(now, { ...after, mode });
}
