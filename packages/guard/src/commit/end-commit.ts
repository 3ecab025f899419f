/** The two ends of a commit: its backups put in order, or everything as it was before. */
import { archive } from "./archive.ts";
import type { KnownCommit } from "./commit-directories.ts";
import { appendJournal, type Journal } from "./journal.ts";
import type { Mover } from "./mover.ts";
import type { CommitPlan } from "./operation.ts";
import { deepestFirst } from "./path-order.ts";
import { type RawPath, rawPath } from "./raw-path.ts";
import { openToOwner, rollBack } from "./roll-back.ts";
import { syncVolumes } from "./sync-volumes.ts";

/** After the commit stands: backups into our own directory. Doing it twice changes nothing. */
export async function finish(
  mover: Mover,
  commitDirectory: string,
  plan: CommitPlan,
): Promise<void> {
  if (plan.operations.some(({ archivedAt }) => archivedAt !== null)) await archiveKept(mover, plan);
  mover.announce("announce that the backups are in place");
  appendJournal(commitDirectory, [{ is: "finished" }]);
}

/** What lies beside the names goes; the directories it lay in end as the commit left them. */
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

/** The names that somebody else took meanwhile; see `rollBack`. */
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
  appendJournal(directory, [{ is: "taken_back" }]);
  return taken;
}

/** Until the whole plan was written nothing was moved, and half of one must not be acted upon. */
function withoutHalfAPlan(journal: Journal): Journal {
  if (journal.stage !== "staging" && journal.stage !== null) return journal;
  return { ...journal, operations: [], lateTouches: [] };
}
