/**
 * Makes a commit durable: new files before the first rename, names after the last.
 *
 * Syncing a volume waits for everything that other programs have written to it. So the files of a
 * small commit are synced one by one, and then the directories in which a name came, went or got a
 * second one, or whose own facts changed. That is all such a commit writes, except for its journal,
 * which syncs itself. New directories, links and copies of backups are left to the volume, and so is
 * the first commit of a state directory, which may itself be new.
 */

import { parentPath, type RawPath } from "../disk/raw-path.ts";
import { syncEntries, syncVolumes } from "../disk/sync-volumes.ts";
import type { Mover } from "./mover.ts";
import type { CommitPlan, Operation } from "./operation.ts";

const MAX_ONE_BY_ONE = 8;

interface Storing {
  readonly plan: CommitPlan;
  /** Whether no commit of this state directory was stored before. */
  readonly isFirst: boolean;
  /** Directories on every volume that was written to. */
  readonly volumes: readonly RawPath[];
}

export async function storeFiles(
  { directories }: Mover,
  { plan, isFirst, volumes }: Storing,
): Promise<void> {
  const isStored = !isFirst && isSmall(plan) && syncEntries(directories, newFiles(plan));
  if (!isStored) await syncVolumes(directories, volumes);
}

export async function storeNames(
  { directories }: Mover,
  { plan, isFirst, volumes }: Storing,
): Promise<void> {
  const changed = new Set([
    ...plan.operations.map(({ path }) => parentPath(path)),
    ...newFiles(plan).map(parentPath),
    ...plan.operations.flatMap(({ old, keptAt }) => (old === null ? [] : [parentPath(keptAt)])),
    ...plan.directories.map(({ path }) => path),
  ]);
  const isStored = !isFirst && isSmall(plan) && syncEntries(directories, changed);
  if (!isStored) await syncVolumes(directories, volumes);
}

function newFiles({ operations }: CommitPlan): RawPath[] {
  return operations.flatMap(({ fresh }) => (fresh === null ? [] : [fresh.from]));
}

function isSmall({ operations, directories, lateTouches }: CommitPlan): boolean {
  const isFew = operations.length <= MAX_ONE_BY_ONE && directories.length <= MAX_ONE_BY_ONE;
  return isFew && lateTouches.length === 0 && operations.every(isOfFiles);
}

function isOfFiles({ old, fresh, archivedAt }: Operation): boolean {
  const isPlain = (type = "file") => type === "file";
  return archivedAt === null && isPlain(old?.type) && isPlain(fresh?.type) && !fresh?.linkTo;
}
