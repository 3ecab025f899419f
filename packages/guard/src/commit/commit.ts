/**
 * Brings a layer to the real disk, all of it or nothing.
 *
 * The order is the point: conflicts are looked for before anything is touched; the layer and the
 * whole plan are on the disk before the first rename; the commit stands from the moment the journal
 * says `committed`, which is after the last rename is on the disk. Whatever stops it in between is
 * taken back, here or by the next `recover`.
 */
import { carryOut } from "./carry-out.ts";
import type { LayerDiff, LayerPlaces } from "./change.ts";
import { makeCommitDirectory, removeOlder } from "./commit-directories.ts";
import { Directories } from "./directories.ts";
import { findConflicts } from "./find-conflicts.ts";
import { lockCommits } from "./lock-commits.ts";
import { Mover, type OnStep } from "./mover.ts";
import type { ApprovedPlan } from "./plan-commit.ts";
import { recoverLocked } from "./recover.ts";
import { type CommitResult, type Conflict, done, Refused, refused } from "./refusal.ts";

export interface Committed {
  readonly changes: number;
}

export interface CommitOptions {
  readonly onStep?: OnStep;
}

export async function commit(
  view: LayerPlaces,
  diff: LayerDiff,
  plan: ApprovedPlan,
  { onStep = () => undefined }: CommitOptions = {},
): Promise<CommitResult<Committed>> {
  const lock = await lockCommits(view.stateDirectory);
  if (!lock.ok) return lock;
  await using _held = lock.value;
  using directories = new Directories();
  const mover = new Mover(directories, onStep);
  await recoverLocked(mover, view.stateDirectory);
  directories.forget();
  const found = conflictsOf(view, plan, directories);
  if (!found.ok) return found;
  if (found.value.length > 0) return refused({ code: "conflict", conflicts: found.value });
  if (plan.included.length === 0) return done({ changes: 0 });

  const commitDirectory = makeCommitDirectory(view.stateDirectory);
  const carried = await carryOut({ view, diff, plan, mover, commitDirectory });
  if (!carried.ok) return carried;
  await removeOlder(mover, view.stateDirectory, commitDirectory);
  return done({ changes: plan.included.length });
}

function conflictsOf(
  view: LayerPlaces,
  plan: ApprovedPlan,
  directories: Directories,
): CommitResult<Conflict[]> {
  try {
    return done(findConflicts(plan.included, directories, view.openedAtNs));
  } catch (error) {
    if (error instanceof Refused) return refused(error.refusal);
    throw error;
  }
}
