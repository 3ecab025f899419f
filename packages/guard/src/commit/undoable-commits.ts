/** The commits that can still be undone, and which belong to a working tree. */
import { Directories } from "../disk/directories.ts";
import { isWithin, type RawPath } from "../disk/raw-path.ts";
import { commitDirectories, isGone } from "./commit-directories.ts";
import { lastStage, type Made, readMade } from "./journal.ts";
import { lockCommits } from "./lock-commits.ts";
import { Mover } from "./mover.ts";
import { recoverLocked } from "./recover.ts";
import { type CommitResult, done } from "./refusal.ts";

export interface UndoableCommit extends Made {
  /** Whether its directory no longer exists: then it is skipped. */
  readonly isGone: boolean;
}

/** The newest first. */
export async function listUndoable(
  stateDirectory: string,
): Promise<CommitResult<UndoableCommit[]>> {
  const lock = await lockCommits(stateDirectory);
  if (!lock.ok) return lock;
  await using _held = lock.value;
  using directories = new Directories();
  await recoverLocked(new Mover(directories, () => undefined), stateDirectory);
  return done(
    undoableCommits(stateDirectory).map(({ made }) => ({ ...made, isGone: isGone(made) })),
  );
}

export interface Standing {
  readonly directory: string;
  readonly made: Made;
}

/** The newest first. */
export function undoableCommits(stateDirectory: string): Standing[] {
  return commitDirectories(stateDirectory)
    .filter((directory) => lastStage(directory) === "finished")
    .map((directory) => ({ directory, made: readMade(directory) }))
    .reverse();
}

/** Made in this directory, above or below it. */
export function isOfTree({ made }: Standing, tree: RawPath): boolean {
  return isWithin(made.directory, tree) || isWithin(tree, made.directory);
}
