/**
 * What an undo decided before it touched anything: what it found under the names of the commit,
 * which of them it leaves as they are, and what it overwrites. It is in the journal, so that after
 * a crash the same decision is carried out.
 */
import type { DiskEntryType } from "../disk/disk-entry.ts";
import type { RawPath } from "../disk/raw-path.ts";
import type { CommitPlan, DirectoryOperation, Operation } from "./operation.ts";

/** What is under a name in place of the entry that the commit put there. */
export interface Found {
  readonly path: RawPath;
  readonly ino: bigint;
  /** Default: the type of the entry that was put there. */
  readonly type?: DiskEntryType;
}

export interface Undoing {
  /** Directories unchanged between commit and undo: their times are reset too. */
  readonly untouched: readonly RawPath[];
  /** Moved aside in place of the new entries: the same content, or what the person gives up. */
  readonly copies?: readonly Found[];
  /** Operations that are not undone. */
  readonly left?: readonly RawPath[];
  /** Directories whose mode and owner stay. */
  readonly ownFacts?: readonly OwnFacts[];
  /** Changed since the commit and reverted all the same. */
  readonly overwritten?: readonly RawPath[];
}

interface OwnFacts {
  readonly path: RawPath;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

type Planned = Pick<CommitPlan, "operations" | "directories">;

export function asFound({ operations, directories }: Planned, undoing: Undoing): Planned {
  const found = new Map(undoing.copies?.map((each) => [each.path, each]));
  const facts = new Map(undoing.ownFacts?.map((each) => [each.path, each]));
  return {
    operations: operations.map((each) => withFound(each, found.get(each.path))),
    directories: directories.map((each) => withFacts(each, facts.get(each.path))),
  };
}

function withFound(operation: Operation, found: Found | undefined): Operation {
  if (found === undefined) return operation;
  const { fresh, asideAt } = operation;
  const type = found.type ?? fresh?.type;
  if (type === undefined) return operation;
  // No second name of another file any more: it is moved aside, not just unlinked.
  return { ...operation, fresh: { from: asideAt, ino: found.ino, type, linkTo: null } };
}

function withFacts(directory: DirectoryOperation, facts: OwnFacts | undefined): DirectoryOperation {
  if (facts === undefined) return directory;
  const { mode, uid, gid } = facts;
  const own = { ...directory.after, mode, uid, gid };
  return { ...directory, before: { ...own, mtimeNs: directory.before.mtimeNs }, after: own };
}

export function operationsTakenBack(
  operations: readonly Operation[],
  undoing: Undoing | null,
): Operation[] {
  const left = new Set(undoing?.left);
  return operations.filter(({ path }) => !left.has(path));
}
