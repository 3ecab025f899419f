/**
 * Puts a copy of a kept copy back, as a commit of its own: journalled, complete or not at all, and
 * undone like any other. The kept copy stays where it is.
 *
 * It goes where it was if that name is free, or holds only what we put there ourselves; otherwise
 * beside it under a new name. Nothing else is ever replaced, and no symbolic link is followed.
 */
import { NO_ATTRIBUTES } from "../disk/attributes.ts";
import type { Directories } from "../disk/directories.ts";
import type { DiskEntry } from "../disk/disk-entry.ts";
import type { OnStep } from "../disk/on-step.ts";
import { isMine, isRoot } from "../disk/owner-access.ts";
import {
  childPath,
  isWithin,
  nameOf,
  parentPath,
  type RawPath,
  rawPath,
} from "../disk/raw-path.ts";
import { carryOut, type PlannedCommit } from "./carry-out.ts";
import type { Change, DirectoryTime } from "./change.ts";
import { type KnownCommit, makeCommitDirectory } from "./commit-directories.ts";
import { type Copy, copiesOf, endedCommits, type KeptCopy } from "./copies.ts";
import { holdCommits } from "./hold-commits.ts";
import { nsOf } from "./journal.ts";
import { makeRoom } from "./make-room.ts";
import type { Mover } from "./mover.ts";
import { prepareCopy } from "./prepare-operations.ts";
import { heldByUnrecovered, type Recovered } from "./recover-all.ts";
import { type CommitResult, done, refused } from "./refusal.ts";
import { isTouchedByUsAlone, type Restored, restoredEntries } from "./restored.ts";
import { undoUnits } from "./undo-units.ts";

export interface RestoredCopy {
  readonly copy: Copy;
  /** Where it is now. */
  readonly path: RawPath;
}

export interface RestoreOptions {
  /** An absolute path; by default where the copy was. */
  readonly to?: string;
  readonly onStep?: OnStep;
}

export function restoreCopy(
  stateDirectory: string,
  number: string,
  { to, onStep = () => undefined }: RestoreOptions = {},
): Promise<CommitResult<RestoredCopy>> {
  return holdCommits(stateDirectory, onStep, (mover, recovered) =>
    restoreHeld(mover, { stateDirectory, number, to, recovered }),
  );
}

interface Restoring {
  readonly stateDirectory: string;
  readonly number: string;
  readonly to: string | undefined;
  readonly recovered: readonly Recovered[];
}

async function restoreHeld(
  mover: Mover,
  { stateDirectory, number, to, recovered }: Restoring,
): Promise<CommitResult<RestoredCopy>> {
  const { directories } = mover;
  const found = keptCopy(endedCommits(stateDirectory), number, directories);
  if (found === null) return refused({ code: "no_such_copy", number });
  const restored = restoredEntries(stateDirectory);
  const wanted = to === undefined ? null : rawPath(to);
  const placed =
    wanted === null ? ownPlace(found, directories, restored) : freePlace(wanted, directories);
  if (!placed.ok) return placed;
  const held = heldByUnrecovered([placed.value.path], recovered);
  if (held !== null) return held;
  const commitDirectory = makeCommitDirectory(stateDirectory);
  const carried = await carryOut({
    ...plannedCopy(found.copy, placed.value, directories),
    mover,
    commitDirectory,
    isFirst: false,
  });
  if (!carried.ok) return carried;
  await makeRoom(mover, stateDirectory, commitDirectory);
  return done({ copy: found.copy, path: placed.value.path });
}

interface Found {
  readonly copy: KeptCopy;
  readonly from: KnownCommit;
}

function keptCopy(
  commits: readonly KnownCommit[],
  number: string,
  directories: Directories,
): Found | null {
  for (const from of commits) {
    const copy = copiesOf(from, directories).find((each) => each.number === number);
    if (copy !== undefined) return { copy, from };
  }
  return null;
}

interface Place {
  readonly path: RawPath;
  readonly parent: DiskEntry;
  /** What is replaced. */
  readonly now: DiskEntry | null;
}

function freePlace(path: RawPath, directories: Directories): CommitResult<Place> {
  const parent = parentOf(path, directories);
  if (parent === null) return refused({ code: "no_directory", path: parentPath(path) });
  if (directories.entry(path) !== null) return refused({ code: "name_taken", path });
  return done({ path, parent, now: null });
}

function ownPlace(found: Found, directories: Directories, restored: Restored): CommitResult<Place> {
  const { path } = found.copy;
  const parent = parentOf(path, directories);
  if (parent === null) return refused({ code: "no_directory", path: parentPath(path) });
  const now = directories.entry(path);
  if (now === null || isOurs(found, now, directories, restored)) return done({ path, parent, now });
  return freePlace(freeNameBeside(path, directories), directories);
}

function parentOf(path: RawPath, directories: Directories): DiskEntry | null {
  const parent = parentPath(path);
  return directories.find(parent) === null ? null : directories.entry(parent);
}

/** Whether it is what the commit, or its undo, put there, unchanged since. */
function isOurs(
  { copy, from: { directory, journal } }: Found,
  now: DiskEntry,
  directories: Directories,
  restored: Restored,
): boolean {
  // Of a directory it would have to be known whether anything in it changed.
  if (now.type === "directory") return false;
  if (journal.stage === "finished") {
    const alone = { ...journal, operations: [copy.operation], directories: [] };
    const units = undoUnits({ directory, journal: alone }, directories, { restored, opened: [] });
    return units.every(({ conflict }) => conflict === null);
  }
  return isTouchedByUsAlone((entry) => entry !== now, now, restored.get(copy.path));
}

const MAX_NAME_BYTES = 255;
const MAX_NAMES = 1_000;

function freeNameBeside(path: RawPath, directories: Directories): RawPath {
  for (let n = 1; ; n += 1) {
    const ending = n === 1 ? ".recovered" : `.recovered-${n}`;
    const name = `${nameOf(path).slice(0, MAX_NAME_BYTES - ending.length)}${ending}`;
    const beside = childPath(parentPath(path), name);
    if (directories.entry(beside) === null || n === MAX_NAMES) return beside;
  }
}

function plannedCopy(
  copy: KeptCopy,
  place: Place,
  directories: Directories,
): Omit<PlannedCommit, "mover" | "commitDirectory" | "isFirst"> {
  const { path, now } = place;
  const directory = parentPath(path);
  const change: Change = {
    kind: now === null ? "add" : "modify",
    path,
    source: copy.at,
    before: now,
    after: directories.entry(copy.at),
    parentIno: place.parent.ino,
    linkTo: null,
    removed: 0,
    attributes: NO_ATTRIBUTES,
    attributesBefore: NO_ATTRIBUTES,
  };
  const { old } = copy.operation;
  // Directories are opened to be moved into a backup.
  const isOpened = change.after?.type === "directory" && old?.type === "directory";
  const touch = isOpened ? [{ path, mode: old.mode, mtimeNs: old.mtimeNs }] : [];
  const { made } = copy;
  return {
    prepare: async (places) => ({
      ...prepareCopy(change, parentTimes(directory, place.parent), places),
      lateTouches: touch,
    }),
    from: [parentPath(copy.at)],
    onto: [directory],
    made: {
      atMs: Date.now(),
      directory: isWithin(path, made.directory) ? made.directory : directory,
      changes: 1,
      command: `fix recover ${copy.number}`,
    },
  };
}

/** The time of a directory that belongs to someone else cannot be set. */
function parentTimes(path: RawPath, before: DiskEntry): DirectoryTime[] {
  if (!isRoot() && !isMine(before)) return [];
  const after = { ...before, mtimeNs: nsOf(Date.now()) };
  return [{ path, source: path, parentIno: null, before, after }];
}
