/**
 * Gives back what the last commit changed.
 *
 * All or nothing as well: when anything that the commit put in place was changed since, or a name
 * it had freed is taken, the undo says which and touches nothing. Newer work is never overwritten.
 */
import { closeAll, closedAfterCommit, openAll } from "./closed-after-commit.ts";
import { commitDirectories } from "./commit-directories.ts";
import { Directories } from "./directories.ts";
import { hasSameOwnerAndMode } from "./disk-entry.ts";
import { takeBack } from "./end-commit.ts";
import { MAX_CONFLICTS_SHOWN } from "./find-conflicts.ts";
import { appendJournal, type Journal, lastStage, readJournal } from "./journal.ts";
import { lockCommits } from "./lock-commits.ts";
import { Mover, type OnStep } from "./mover.ts";
import { isAboutAt, isNewer, newestBelow, type Since } from "./newer-than.ts";
import type { DirectoryOperation, LateTouch, Operation } from "./operation.ts";
import { OWNER_ALL } from "./owner-access.ts";
import { parentPath, type RawPath } from "./raw-path.ts";
import { recoverLocked } from "./recover.ts";
import { type CommitResult, type Conflict, done, refused } from "./refusal.ts";

export interface Undone {
  readonly paths: readonly RawPath[];
}

export async function undo(
  stateDirectory: string,
  { onStep = () => undefined }: { readonly onStep?: OnStep } = {},
): Promise<CommitResult<Undone>> {
  const lock = await lockCommits(stateDirectory);
  if (!lock.ok) return lock;
  await using _held = lock.value;
  using directories = new Directories();
  const mover = new Mover(directories, onStep);
  await recoverLocked(mover, stateDirectory);
  const directory = commitDirectories(stateDirectory).findLast(
    (each) => lastStage(each) === "finished",
  );
  if (directory === undefined) return refused({ code: "nothing_to_undo", stateDirectory });
  const last = { directory, journal: readJournal(directory) };
  const closed = closedAfterCommit(last.journal);
  if (closed.length > 0) appendJournal(last.directory, [{ is: "opening" }]);
  openAll(mover, closed);
  const conflicts = changedSince(last.journal, directories, closed);
  if (conflicts.length > 0) {
    closeAll(mover, closed);
    if (closed.length > 0) appendJournal(last.directory, [{ is: "finished" }]);
    return refused({ code: "changed_since", conflicts });
  }

  const untouched = last.journal.directories.filter((each) => isUntouched(each, directories));
  mover.announce("announce the undo");
  appendJournal(last.directory, [{ is: "undoing", untouched: untouched.map(({ path }) => path) }]);
  await takeBack(mover, { directory: last.directory, journal: readJournal(last.directory) });
  const paths = [...last.journal.operations, ...metaOnly(last.journal)].map(({ path }) => path);
  return done({ paths: paths.sort() });
}

function metaOnly({ directories }: Journal): DirectoryOperation[] {
  return directories.filter(({ before, after }) => before.mode !== after.mode);
}

function changedSince(
  journal: Journal,
  directories: Directories,
  closed: readonly LateTouch[],
): Conflict[] {
  const sinceNs = journal.committedAtNs ?? 0n;
  const opened = new Map(closed.map((each) => [each.path, each]));
  const operations = journal.operations.flatMap((operation) => {
    const conflict = conflictOf(operation, directories, { sinceNs, opened });
    return conflict === null ? [] : [conflict];
  });
  const modes = journal.directories.flatMap((directory) =>
    modeConflict(directory, directories, opened.has(directory.path)),
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
  if (now.ino !== fresh.ino || isNewer(path, now, since)) return { path, because: "changed" };
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

/** Nobody added or removed a name in it since: its time can go back too. */
function isUntouched({ path, after }: DirectoryOperation, directories: Directories): boolean {
  const now = directories.entry(path);
  return now !== null && isAboutAt(now, after.mtimeNs);
}
