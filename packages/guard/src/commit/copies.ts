/**
 * The copies that are kept: what a commit replaced or deleted, what an undo moved aside, what a
 * rollback found. Each has a number that means no other copy: that of the commit, and that of the
 * operation in it for what the commit replaced. What was moved aside later is counted after those.
 */
import type { Directories } from "../disk/directories.ts";
import type { DiskEntryType } from "../disk/disk-entry.ts";
import type { RawPath } from "../disk/raw-path.ts";
import { asideOf } from "./archive.ts";
import { bytesBelow } from "./bytes-below.ts";
import { commitDirectories, hasEnded, type KnownCommit, numberOf } from "./commit-directories.ts";
import { holdCommits } from "./hold-commits.ts";
import { type Made, msOf, readJournal, readMade } from "./journal.ts";
import type { Operation } from "./operation.ts";
import { type CommitResult, done } from "./refusal.ts";

export type WhyKept =
  | "replaced"
  | "deleted"
  /** New with a commit, and moved aside by its undo. */
  | "undone"
  /** The same, but it had been changed since the commit. */
  | "overwritten"
  /** New with a commit that was interrupted and rolled back. */
  | "rolled_back";

export interface Copy {
  readonly number: string;
  readonly atMs: number;
  /** Where it was. */
  readonly path: RawPath;
  readonly type: DiskEntryType;
  readonly bytes: bigint;
  readonly why: WhyKept;
  readonly made: Made;
}

/** The newest first. */
export function listCopies(stateDirectory: string): Promise<CommitResult<Copy[]>> {
  return holdCommits(
    stateDirectory,
    () => undefined,
    ({ directories }) =>
      done(
        endedCommits(stateDirectory)
          .flatMap((known) => copiesOf(known, directories))
          .sort((one, other) => other.atMs - one.atMs),
      ),
  );
}

/** The newest first. */
export function endedCommits(stateDirectory: string): KnownCommit[] {
  return commitDirectories(stateDirectory)
    .filter(hasEnded)
    .map((directory) => ({ directory, journal: readJournal(directory) }))
    .reverse();
}

/** A copy, and where it lies. */
export interface KeptCopy extends Copy {
  readonly at: RawPath;
  readonly operation: Operation;
}

export function copiesOf(known: KnownCommit, directories: Directories): KeptCopy[] {
  const { directory, journal } = known;
  const made = readMade(directory);
  const whyOf = reasons(known);
  return journal.operations.flatMap((operation, n) => {
    const { at, why } = whyOf(operation);
    const entry = at === null ? null : directories.entry(at);
    if (at === null || entry === null) return [];
    const isBackup = why === "replaced" || why === "deleted";
    return [
      {
        number: `${numberOf(directory)}.${n + 1 + (isBackup ? 0 : journal.operations.length)}`,
        atMs: isBackup ? made.atMs : msOf(journal.takenBackAtNs ?? 0n),
        path: operation.path,
        type: entry.type,
        bytes: entry.type === "directory" ? bytesBelow(directories, at) : entry.size,
        why,
        made,
        at,
        operation,
      },
    ];
  });
}

interface Place {
  readonly at: RawPath | null;
  readonly why: WhyKept;
}

function reasons({ journal }: KnownCommit): (operation: Operation) => Place {
  const { stage, undoing, namesTaken } = journal;
  const inBackup = new Set([...(undoing?.left ?? []), ...namesTaken]);
  const overwritten = new Set(undoing?.overwritten);
  return (operation) => {
    const { path, old, fresh, keptAt, archivedAt } = operation;
    if (stage === "finished" || inBackup.has(path)) {
      const at = old === null ? null : (archivedAt ?? keptAt);
      return { at, why: fresh === null ? "deleted" : "replaced" };
    }
    if (undoing === null) return { at: asideOf(operation), why: "rolled_back" };
    return { at: asideOf(operation), why: overwritten.has(path) ? "overwritten" : "undone" };
  };
}
