/**
 * Applies a layer to the real disk, completely or not at all.
 *
 * Conflicts are found before anything is touched; the layer and the whole plan are on the disk
 * before the first rename; the commit stands once the journal says `committed`, after the last
 * rename is on the disk. What is interrupted before that is rolled back, here or by the next
 * `recover`.
 */

import { realpathSync } from "node:fs";
import type { Directories } from "../disk/directories.ts";
import type { OnStep } from "../disk/on-step.ts";
import { rawPath } from "../disk/raw-path.ts";
import { carryOut } from "./carry-out.ts";
import type { LayerDiff, UnmountedLayer } from "./change.ts";
import { commitDirectories, makeCommitDirectory } from "./commit-directories.ts";
import { findConflicts } from "./find-conflicts.ts";
import { holdCommits } from "./hold-commits.ts";
import { makeRoom } from "./make-room.ts";
import type { Mover } from "./mover.ts";
import type { ApprovedPlan } from "./plan-commit.ts";
import { prepareOperations } from "./prepare-operations.ts";
import { pruneLayer } from "./prune-layer.ts";
import { heldByUnrecovered, type Recovered } from "./recover-all.ts";
import { type CommitResult, type Conflict, done, Refused, refused } from "./refusal.ts";
import { restoredEntries } from "./restored.ts";

export interface Committed {
  readonly changes: number;
}

export interface CommitOptions {
  /** The command, shown in lists of commits. */
  readonly command?: string;
  readonly onStep?: OnStep;
}

export function commit(
  view: UnmountedLayer,
  diff: LayerDiff,
  plan: ApprovedPlan,
  { command, onStep = () => undefined }: CommitOptions = {},
): Promise<CommitResult<Committed>> {
  return holdCommits(view.stateDirectory, onStep, (mover, recovered) =>
    commitHeld(mover, { view, diff, plan, command: command ?? null, recovered }),
  );
}

interface Committing {
  readonly view: UnmountedLayer;
  readonly diff: LayerDiff;
  readonly plan: ApprovedPlan;
  readonly command: string | null;
  readonly recovered: readonly Recovered[];
}

async function commitHeld(
  mover: Mover,
  { view, diff, plan, command, recovered }: Committing,
): Promise<CommitResult<Committed>> {
  const paths = plan.included.map(({ path }) => path);
  const held = heldByUnrecovered(paths, recovered);
  if (held !== null) return held;
  const found = conflictsOf(view, plan, mover.directories);
  if (!found.ok) return found;
  if (found.value.length > 0) return refused({ code: "conflict", conflicts: found.value });
  if (plan.included.length === 0) return done({ changes: 0 });

  view.beforeMoving();
  const isFirst = commitDirectories(view.stateDirectory).length === 0;
  const commitDirectory = makeCommitDirectory(view.stateDirectory);
  const made = {
    atMs: Date.now(),
    directory: rawPath(view.directory),
    changes: plan.included.length,
    command,
  };
  const carried = await carryOut({
    prepare: async (places) => {
      const prepared = prepareOperations(diff, plan, places);
      await pruneLayer(mover, prepared, plan.included);
      return prepared;
    },
    from: view.trees.map(({ upper }) => rawPath(realpathSync(upper))),
    onto: view.trees.map(({ lower }) => rawPath(realpathSync(lower))),
    mover,
    commitDirectory,
    made,
    isFirst,
  });
  if (!carried.ok) return carried;
  await makeRoom(mover, view.stateDirectory, commitDirectory);
  return done({ changes: plan.included.length });
}

function conflictsOf(
  view: UnmountedLayer,
  plan: ApprovedPlan,
  directories: Directories,
): CommitResult<Conflict[]> {
  const restored = restoredEntries(view.stateDirectory);
  try {
    return done(findConflicts(plan.included, directories, { ...view, restored }));
  } catch (error) {
    if (error instanceof Refused) return refused(error.refusal);
    throw error;
  }
}
