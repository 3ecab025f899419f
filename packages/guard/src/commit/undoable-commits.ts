/** The commits that can still be undone, what an undo of each would do, and whose they are. */
import { isWithin, type RawPath, rawPath } from "../disk/raw-path.ts";
import { commitDirectories, isGone, type KnownCommit } from "./commit-directories.ts";
import { changesIn, decideUndo } from "./decide-undo.ts";
import { MAX_CONFLICTS_SHOWN } from "./find-conflicts.ts";
import { holdCommits } from "./hold-commits.ts";
import { lastStage, type Made, readJournal, readMade } from "./journal.ts";
import type { Mover } from "./mover.ts";
import { type CommitResult, type Conflict, done } from "./refusal.ts";
import { type Restored, restoredEntries } from "./restored.ts";
import { touchedByBoth } from "./touched-by-both.ts";
import { closeAfterLook, openForLook, undoUnits } from "./undo-units.ts";

export type UndoOutlook =
  /** Its directory no longer exists: it is skipped. */
  | { readonly is: "gone" }
  | { readonly is: "later_first"; readonly later: Made; readonly path: RawPath }
  | {
      readonly is: "ready";
      /** How many there are, and how many are unchanged since. */
      readonly changes: number;
      readonly revertible: number;
      readonly conflicts: readonly Conflict[];
    };

export interface UndoableCommit extends Made {
  readonly outlook: UndoOutlook;
}

/** The newest first. */
export function listUndoable(stateDirectory: string): Promise<CommitResult<UndoableCommit[]>> {
  return looking(stateDirectory, (undoable, look) =>
    undoable.map((each) => ({ ...each.made, outlook: look(each) })),
  );
}

/** What an undo would do here, if the last commit was made at or after this time. */
export function undoOutlook(
  stateDirectory: string,
  { tree, sinceMs }: { readonly tree: string; readonly sinceMs: number },
): Promise<CommitResult<UndoOutlook | null>> {
  return looking(stateDirectory, (undoable, look) => {
    const last = undoable.find((each) => isOfTree(each, rawPath(tree)));
    return last === undefined || last.made.atMs < sinceMs ? null : look(last);
  });
}

function looking<T>(
  stateDirectory: string,
  use: (undoable: readonly Standing[], look: (commit: Standing) => UndoOutlook) => T,
): Promise<CommitResult<T>> {
  return holdCommits(
    stateDirectory,
    () => undefined,
    (mover) => {
      const undoable = undoableCommits(stateDirectory);
      const standing = undoable.filter(({ made }) => !isGone(made));
      const restored = restoredEntries(stateDirectory);
      const look = (commit: Standing): UndoOutlook => {
        if (!standing.includes(commit)) return { is: "gone" };
        const known = { directory: commit.directory, journal: readJournal(commit.directory) };
        const first = laterFirst(known, standing);
        return first === null ? outlookOf(mover, known, restored) : { is: "later_first", ...first };
      };
      return done(use(undoable, look));
    },
  );
}

function outlookOf(mover: Mover, known: KnownCommit, restored: Restored): UndoOutlook {
  const opened = openForLook(mover, known);
  const units = undoUnits(known, mover.directories, { restored, opened });
  closeAfterLook(mover, known, opened);
  const { reverted, left } = decideUndo(units, "part");
  return {
    is: "ready",
    changes: changesIn(units),
    revertible: changesIn(reverted),
    conflicts: left.map(({ conflict }) => conflict).slice(0, MAX_CONFLICTS_SHOWN),
  };
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

/** A later commit that changed the same names, and one of them. */
export function laterFirst(
  known: KnownCommit,
  standing: readonly Standing[],
): { readonly later: Made; readonly path: RawPath } | null {
  for (const { directory, made } of standing.filter((each) => each.directory > known.directory)) {
    const path = touchedByBoth(known.journal, readJournal(directory));
    if (path !== null) return { later: made, path };
  }
  return null;
}
