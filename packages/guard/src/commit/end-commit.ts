/** The two ends of a commit: its backups stored, or everything rolled back. */
import { join } from "node:path";
import { waitForFileClock } from "../disk/file-clock.ts";
import { parentPath, type RawPath, rawPath } from "../disk/raw-path.ts";
import { syncVolumes } from "../disk/sync-volumes.ts";
import { archive } from "./archive.ts";
import { bytesBelow } from "./bytes-below.ts";
import { backupFolders, type KnownCommit } from "./commit-directories.ts";
import { diskProblem } from "./disk-problem.ts";
import { appendJournal, type Journal, type JournalLine, readMade } from "./journal.ts";
import type { Mover } from "./mover.ts";
import type { CommitPlan } from "./operation.ts";
import { deepestFirst } from "./path-order.ts";
import { type CommitResult, done, refused } from "./refusal.ts";
import { isCopyOf, openToOwner, rollBack } from "./roll-back.ts";
import { operationsTakenBack } from "./undoing.ts";

/** After the commit stands: moves backups into our directory. Idempotent. */
export async function finish(
  mover: Mover,
  commitDirectory: string,
  plan: CommitPlan,
): Promise<void> {
  if (plan.operations.some(({ archivedAt }) => archivedAt !== null)) await archiveKept(mover, plan);
  mover.announce("announce that the backups are in place");
  appendJournal(commitDirectory, [{ is: "finished", keptBytes: bytesKept(mover, plan) }]);
}

/** Size of the backups; what cannot be read counts as 0. */
function bytesKept(mover: Mover, { operations }: CommitPlan): bigint {
  return operations.reduce((sum, { old, keptAt, archivedAt }) => {
    if (old === null) return sum;
    return (
      sum +
      (old.type === "directory" ? bytesBelow(mover.directories, archivedAt ?? keptAt) : old.size)
    );
  }, 0n);
}

/** Removes what is beside the names, and resets the times of their directories. */
async function archiveKept(mover: Mover, plan: CommitPlan): Promise<void> {
  const directories = plan.directories.filter(
    ({ path, ino }) => mover.directories.find(path)?.ino === ino,
  );
  openToOwner(mover, directories);
  await archive(mover, plan.operations, "kept");
  for (const { path, after } of deepestFirst(directories)) {
    await mover.setFacts(path, after, after);
    mover.setTime(path, after.mtimeNs);
  }
}

/** Names that were taken in the meantime; see `rollBack`. */
export async function takeBack(
  mover: Mover,
  { directory, journal }: KnownCommit,
): Promise<RawPath[]> {
  const taken = await rollBack(mover, withoutHalfAPlan(journal));
  await syncVolumes(mover.directories, [
    rawPath(directory),
    ...journal.directories.map(({ path }) => path),
  ]);
  mover.announce("announce that everything is as before");
  const atNs = await waitForFileClock(join(directory, "taken_back"));
  const keptBytes = backupFolders(directory)
    .map((folder) => bytesBelow(mover.directories, rawPath(folder)))
    .reduce((sum, bytes) => sum + bytes, 0n);
  appendJournal(directory, [
    ...copiedBack(mover, journal),
    ...taken.map((path) => ({ is: "name_taken" as const, path })),
    { is: "taken_back", atNs, keptBytes },
  ]);
  return taken;
}

/** The same where the disk may fail: then the next recovery tries again. */
export async function takeBackOrRefuse(
  mover: Mover,
  known: KnownCommit,
): Promise<CommitResult<RawPath[]>> {
  try {
    return done(await takeBack(mover, known));
  } catch (error) {
    const problem = diskProblem(error);
    if (problem === null) throw error;
    return refused({ code: "not_recovered", made: readMade(known.directory), problem });
  }
}

/** Old entries that came back as copies, so that an older commit recognises them. */
function copiedBack(mover: Mover, { operations, undoing }: Journal): JournalLine[] {
  return operationsTakenBack(operations, undoing).flatMap(
    ({ path, old, archivedAt }): JournalLine[] => {
      if (archivedAt === null || old === null) return [];
      if (mover.directories.find(parentPath(path)) === null) return [];
      const now = mover.look(path);
      if (now === null || now.ino === old.ino || !isCopyOf(now, old)) return [];
      return [{ is: "copied_back", copy: { path, ino: now.ino } }];
    },
  );
}

/** An incomplete plan was never carried out. */
function withoutHalfAPlan(journal: Journal): Journal {
  if (journal.stage !== "staging" && journal.stage !== null) return journal;
  return { ...journal, operations: [], lateTouches: [] };
}
