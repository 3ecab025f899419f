/**
 * Undoes the last commit of a working tree, completely or not at all.
 *
 * If anything the commit put in place was changed since, or a name it had freed is taken, nothing
 * is touched and the refusal names it. A later commit that changed the same names must be undone
 * first. Directories that its undo copied back from another volume count as changed: what was done
 * inside them is unknown.
 */

import { Directories } from "../disk/directories.ts";
import { type DiskEntry, hasSameOwnerAndMode } from "../disk/disk-entry.ts";
import type { OnStep } from "../disk/on-step.ts";
import { OWNER_ALL } from "../disk/owner-access.ts";
import { parentPath, type RawPath, rawPath } from "../disk/raw-path.ts";
import { closeAll, closedAfterCommit, openAll } from "./closed-after-commit.ts";
import { isGone, type KnownCommit } from "./commit-directories.ts";
import { takeBack } from "./end-commit.ts";
import { MAX_CONFLICTS_SHOWN } from "./find-conflicts.ts";
import { isAboutAt } from "./is-about-at.ts";
import { appendJournal, type CopiedBack, type Journal, type Made, readJournal } from "./journal.ts";
import { lockCommits } from "./lock-commits.ts";
import { Mover } from "./mover.ts";
import { isNewer, newestBelow, type Since } from "./newer-than.ts";
import type { DirectoryOperation, Operation } from "./operation.ts";
import { recoverLocked } from "./recover.ts";
import { type CommitRefusal, type CommitResult, type Conflict, done, refused } from "./refusal.ts";
import { isTouchedByUsAlone, type Restored, restoredEntries } from "./restored.ts";
import { isItselfChanged, touchedByBoth } from "./touched-by-both.ts";
import { isOfTree, type Standing, undoableCommits } from "./undoable-commits.ts";

export interface Undone {
  readonly paths: readonly RawPath[];
  readonly made: Made;
  /** Directories, now gone, where later commits of this working tree were made. */
  readonly gone: readonly RawPath[];
}

export interface UndoOptions {
  /** Only commits made in this directory, above or below it; by default anywhere. */
  readonly tree?: string;
  readonly onStep?: OnStep;
}

export async function undo(
  stateDirectory: string,
  { tree = "/", onStep = () => undefined }: UndoOptions = {},
): Promise<CommitResult<Undone>> {
  const lock = await lockCommits(stateDirectory);
  if (!lock.ok) return lock;
  await using _held = lock.value;
  using directories = new Directories();
  const mover = new Mover(directories, onStep);
  await recoverLocked(mover, stateDirectory);
  const { last, gone, standing } = lastOf(undoableCommits(stateDirectory), rawPath(tree));
  if (last === null) {
    const elsewhere = standing.map(({ made }) => made);
    return refused({ code: "nothing_to_undo", stateDirectory, gone, elsewhere });
  }
  const known = { directory: last.directory, journal: readJournal(last.directory) };
  const first = laterFirst(known, standing);
  if (first !== null) return refused(first);
  const undone = await undoOne(mover, known, restoredEntries(stateDirectory));
  return undone.ok ? done({ paths: undone.value, made: last.made, gone }) : undone;
}

interface Chosen {
  readonly last: Standing | null;
  /** Skipped, because the directory no longer exists. */
  readonly gone: readonly RawPath[];
  readonly standing: readonly Standing[];
}

function lastOf(undoable: readonly Standing[], tree: RawPath): Chosen {
  const standing = undoable.filter(({ made }) => !isGone(made));
  const last = standing.find((each) => isOfTree(each, tree)) ?? null;
  const skipped = undoable.filter(
    (each) => isGone(each.made) && isOfTree(each, tree) && each.directory > (last?.directory ?? ""),
  );
  return { last, standing, gone: skipped.map(({ made }) => made.directory) };
}

function laterFirst(known: KnownCommit, standing: readonly Standing[]): CommitRefusal | null {
  for (const { directory, made } of standing.filter((each) => each.directory > known.directory)) {
    const path = touchedByBoth(known.journal, readJournal(directory));
    if (path !== null) return { code: "later_commit_first", later: made, path };
  }
  return null;
}

async function undoOne(
  mover: Mover,
  { directory, journal }: KnownCommit,
  restored: Restored,
): Promise<CommitResult<RawPath[]>> {
  const { directories } = mover;
  const closed = closedAfterCommit(journal);
  if (closed.length > 0) appendJournal(directory, [{ is: "opening" }]);
  openAll(mover, closed);
  const opened = new Map(closed.map((each) => [each.path, each]));
  const since = { sinceNs: journal.committedAtNs ?? 0n, opened, restored };
  const conflicts = changedSince(journal, directories, since);
  if (conflicts.length > 0) {
    closeAll(mover, closed);
    const { keptBytes } = journal;
    if (closed.length > 0) appendJournal(directory, [{ is: "finished", keptBytes }]);
    return refused({ code: "changed_since", conflicts });
  }

  const untouched = journal.directories.filter((each) => isUntouched(each, directories));
  const copies = journal.operations.flatMap((each) => copyOf(each, directories));
  mover.announce("announce the undo");
  appendJournal(directory, [
    { is: "undoing", untouched: untouched.map(({ path }) => path), copies },
  ]);
  await takeBack(mover, { directory, journal: readJournal(directory) });
  const changed = [...journal.operations, ...journal.directories.filter(isItselfChanged)];
  return done(changed.map(({ path }) => path).sort());
}

/** Put back from another volume by an undo of a later commit: the same file, says our journal. */
function copyOf({ path, fresh }: Operation, directories: Directories): CopiedBack[] {
  if (fresh === null) return [];
  const ino = directories.entry(path)?.ino ?? fresh.ino;
  return ino === fresh.ino ? [] : [{ path, ino }];
}

function changedSince(journal: Journal, directories: Directories, since: Since): Conflict[] {
  const operations = journal.operations.flatMap((operation) => {
    const conflict = conflictOf(operation, directories, since);
    return conflict === null ? [] : [conflict];
  });
  const modes = journal.directories.flatMap((directory) =>
    modeConflict(directory, directories, since.opened.has(directory.path)),
  );
  return [...operations, ...modes].slice(0, MAX_CONFLICTS_SHOWN);
}

function conflictOf(
  { path, fresh }: Operation,
  directories: Directories,
  since: Since,
): Conflict | null {
  if (directories.find(parentPath(path)) === null) return { path, because: "directory_replaced" };
  const now = directories.entry(path);
  if (fresh === null) return now === null ? null : { path, because: "appeared" };
  if (now === null) return { path, because: "vanished" };
  const isFresh = ({ ino }: DiskEntry) => ino === fresh.ino;
  if (!isTouchedByUsAlone(isFresh, now, since.restored.get(path)) || isNewer(path, now, since)) {
    return { path, because: "changed" };
  }
  if (now.type !== "directory") return null;
  const inside = newestBelow(path, directories, since);
  return inside && { path: inside, because: "changed_inside" };
}

function modeConflict(
  { path, ino, after }: DirectoryOperation,
  directories: Directories,
  isOpened: boolean,
): Conflict[] {
  if (directories.find(path)?.ino !== ino) return [{ path, because: "directory_replaced" }];
  const now = directories.entry(path);
  const mode = isOpened ? after.mode | OWNER_ALL : after.mode;
  const isSame = now !== null && hasSameOwnerAndMode(now, { ...after, mode });
  return isSame ? [] : [{ path, because: "changed" }];
}

/** No name in it was added or removed since: its time can be reset too. */
function isUntouched({ path, after }: DirectoryOperation, directories: Directories): boolean {
  const now = directories.entry(path);
  return now !== null && isAboutAt(now, after.mtimeNs);
}
