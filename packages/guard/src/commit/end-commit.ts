/** The two ends of a commit: its backups stored, or everything rolled back. */
import { join } from "node:path";
import { entryAt } from "../disk/disk-entry.ts";
import { waitForFileClock } from "../disk/file-clock.ts";
import { namesOrNone } from "../disk/names-in.ts";
import { childPath, parentPath, type RawPath, rawPath } from "../disk/raw-path.ts";
import { syncVolumes } from "../disk/sync-volumes.ts";
import { archive } from "./archive.ts";
import type { KnownCommit } from "./commit-directories.ts";
import { appendJournal, type Journal, type JournalLine } from "./journal.ts";
import type { Mover } from "./mover.ts";
import type { CommitPlan } from "./operation.ts";
import { deepestFirst } from "./path-order.ts";
import { isCopyOf, openToOwner, rollBack } from "./roll-back.ts";

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
    return sum + (old.type === "directory" ? bytesBelow(mover, archivedAt ?? keptAt) : old.size);
  }, 0n);
}

function bytesBelow({ directories }: Mover, top: RawPath): bigint {
  if (directories.find(top) === null) return 0n;
  const waiting = [directories.via(childPath(top, "."))];
  let bytes = 0n;
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const name of namesOrNone(path)) {
      const inner = childPath(path, name);
      const entry = entryAt(inner);
      if (entry?.type === "directory") waiting.push(inner);
      else bytes += entry?.size ?? 0n;
    }
  }
  return bytes;
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
  appendJournal(directory, [...copiedBack(mover, journal), { is: "taken_back", atNs }]);
  return taken;
}

/** Old entries that came back as copies, so that an older commit recognises them. */
function copiedBack(mover: Mover, { operations }: Journal): JournalLine[] {
  return operations.flatMap(({ path, old, archivedAt }): JournalLine[] => {
    if (archivedAt === null || old === null) return [];
    if (mover.directories.find(parentPath(path)) === null) return [];
    const now = mover.look(path);
    if (now === null || now.ino === old.ino || !isCopyOf(now, old)) return [];
    return [{ is: "copied_back", copy: { path, ino: now.ino } }];
  });
}

/** An incomplete plan was never carried out. */
function withoutHalfAPlan(journal: Journal): Journal {
  if (journal.stage !== "staging" && journal.stage !== null) return journal;
  return { ...journal, operations: [], lateTouches: [] };
}
