/**
 * Undoes the last commit of a working tree: completely, or, if asked for, what of it is unchanged
 * since, or all of it with copies of what changed since.
 *
 * A later commit that changed the same names must be undone first. Directories that its undo copied
 * back from another volume count as changed: what was done inside them is unknown. What an undo
 * leaves cannot be undone later, but its backups can be restored one by one.
 */

import type { Directories } from "../disk/directories.ts";
import type { OnStep } from "../disk/on-step.ts";
import { OWNER_ALL } from "../disk/owner-access.ts";
import { parentPath, type RawPath, rawPath } from "../disk/raw-path.ts";
import { isGone, type KnownCommit, numberOf } from "./commit-directories.ts";
import { type Copy, copiesOf } from "./copies.ts";
import { changesIn, decideUndo, type HowMuch, type UndoDecision } from "./decide-undo.ts";
import { takeBackOrRefuse } from "./end-commit.ts";
import { MAX_CONFLICTS_SHOWN } from "./find-conflicts.ts";
import { holdCommits } from "./hold-commits.ts";
import { isAboutAt } from "./is-about-at.ts";
import { appendJournal, type Made, readJournal } from "./journal.ts";
import type { Mover } from "./mover.ts";
import type { LateTouch, Operation } from "./operation.ts";
import { heldByUnrecovered, type Recovered } from "./recover-all.ts";
import { type CommitResult, type Conflict, done, refused } from "./refusal.ts";
import { type Restored, restoredEntries } from "./restored.ts";
import { closeAfterLook, entryNow, hasFactsAfter, openForLook, undoUnits } from "./undo-units.ts";
import { isOfTree, laterFirst, type Standing, undoableCommits } from "./undoable-commits.ts";
import type { Found, Undoing } from "./undoing.ts";

export interface Undone {
  readonly paths: readonly RawPath[];
  readonly changes: number;
  /** Not reverted, with the reason of each. */
  readonly left: readonly Conflict[];
  /** Copies of what changed since and was reverted all the same. */
  readonly overwritten: readonly Copy[];
  readonly made: Made;
  /** Directories, now gone, where later commits of this working tree were made. */
  readonly gone: readonly RawPath[];
}

export interface UndoOptions {
  /** Only commits made in this directory, above or below it; by default anywhere. */
  readonly tree?: string;
  /** Default: `whole`. */
  readonly howMuch?: HowMuch;
  /** Only this commit, as a refusal named it. */
  readonly commit?: number;
  readonly onStep?: OnStep;
}

export function undo(
  stateDirectory: string,
  { onStep = () => undefined, ...options }: UndoOptions = {},
): Promise<CommitResult<Undone>> {
  return holdCommits(stateDirectory, onStep, (mover, recovered) =>
    undoLast(mover, { ...options, stateDirectory, recovered }),
  );
}

interface UndoingLast extends Omit<UndoOptions, "onStep"> {
  readonly stateDirectory: string;
  readonly recovered: readonly Recovered[];
}

async function undoLast(
  mover: Mover,
  { tree = "/", howMuch = "whole", commit, stateDirectory, recovered }: UndoingLast,
): Promise<CommitResult<Undone>> {
  const { last, gone, standing } = lastOf(undoableCommits(stateDirectory), rawPath(tree));
  if (last === null || (commit !== undefined && numberOf(last.directory) !== commit)) {
    const elsewhere = standing.map(({ made }) => made);
    return refused({ code: "nothing_to_undo", stateDirectory, gone, elsewhere });
  }
  const known = { directory: last.directory, journal: readJournal(last.directory) };
  const first = laterFirst(known, standing);
  if (first !== null) return refused({ code: "later_commit_first", ...first });
  const paths = known.journal.operations.map(({ path }) => path);
  const held = heldByUnrecovered(paths, recovered);
  if (held !== null) return held;
  const undone = await undoOne(mover, known, {
    howMuch,
    restored: restoredEntries(stateDirectory),
  });
  return undone.ok ? done({ ...undone.value, made: last.made, gone }) : undone;
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

interface Wanted {
  readonly howMuch: HowMuch;
  readonly restored: Restored;
}

async function undoOne(
  mover: Mover,
  known: KnownCommit,
  { howMuch, restored }: Wanted,
): Promise<CommitResult<Omit<Undone, "made" | "gone">>> {
  const { directory } = known;
  const opened = openForLook(mover, known);
  const units = undoUnits(known, mover.directories, { restored, opened });
  const decision = decideUndo(units, howMuch);
  const { reverted, left } = decision;
  if (left.length > 0 && (howMuch === "whole" || reverted.length === 0)) {
    closeAfterLook(mover, known, opened);
    return refused({
      code: "changed_since",
      commit: numberOf(directory),
      changes: changesIn(units),
      revertible: changesIn(reverted),
      conflicts: left.map(({ conflict }) => conflict).slice(0, MAX_CONFLICTS_SHOWN),
    });
  }
  mover.announce("announce the undo");
  appendJournal(directory, [{ is: "undoing", ...undoingOf(mover, known, decision, opened) }]);
  const taken = await takeBackOrRefuse(mover, { directory, journal: readJournal(directory) });
  if (!taken.ok) return taken;
  mover.directories.forget();
  const copies = copiesOf({ directory, journal: readJournal(directory) }, mover.directories);
  return done({
    paths: reverted.map(({ path }) => path).sort(),
    changes: changesIn(reverted),
    left: left.map(({ conflict }) => conflict),
    overwritten: copies.filter(({ why }) => why === "overwritten"),
  });
}

function undoingOf(
  { directories }: Mover,
  { journal }: KnownCommit,
  { left, overwritten, staying: objects }: UndoDecision,
  opened: readonly LateTouch[],
): Undoing {
  const staying = new Set([...left, ...objects].map(({ path }) => path));
  const leftPaths = journal.operations.map(({ path }) => path).filter((path) => staying.has(path));
  const written = new Set(leftPaths.map(parentPath));
  const openedAt = new Set(opened.map(({ path }) => path));
  const there = journal.directories.filter(({ path, ino }) => directories.find(path)?.ino === ino);
  const own = there.filter(
    (each) => staying.has(each.path) || !hasFactsAfter(each, directories, openedAt.has(each.path)),
  );
  const ownPaths = new Set(own.map(({ path }) => path));
  const untouched = there.filter(({ path, after }) => {
    const now = directories.entry(path);
    const isSame = now !== null && isAboutAt(now, after.mtimeNs);
    return isSame && !written.has(path) && !ownPaths.has(path);
  });
  return {
    untouched: untouched.map(({ path }) => path),
    copies: journal.operations.flatMap((each) =>
      staying.has(each.path) ? [] : foundAt(each, directories),
    ),
    left: leftPaths,
    ownFacts: own.flatMap(({ path, after }) => {
      const now = directories.entry(path);
      if (now === null) return [];
      const isOurs = openedAt.has(path) && now.mode === (after.mode | OWNER_ALL);
      return [{ path, mode: isOurs ? after.mode : now.mode, uid: now.uid, gid: now.gid }];
    }),
    overwritten: overwritten.map(({ path }) => path),
  };
}

/**
 * What is there in place of the entry of the commit: put back from another volume by an undo of a
 * later commit, written again, or what is overwritten.
 */
function foundAt({ path, fresh }: Operation, directories: Directories): Found[] {
  const now = entryNow(path, directories);
  if (now === null || (fresh !== null && now.ino === fresh.ino && now.type === fresh.type))
    return [];
  return [{ path, ino: now.ino, type: now.type }];
}
