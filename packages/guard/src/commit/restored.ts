/**
 * Entries that a commit moved away and that were put back. Moving changes a file's change time,
 * which otherwise means that someone worked on it; the journals say that it was us. So a kept layer
 * can be committed after an attempt that a crash interrupted, and an older commit undone after a
 * later one.
 */

import { type DiskEntry, hasSameOwnerAndMode } from "../disk/disk-entry.ts";
import type { RawPath } from "../disk/raw-path.ts";
import { commitDirectories } from "./commit-directories.ts";
import { isAboutAt } from "./is-about-at.ts";
import { type Journal, lastStage, readJournal } from "./journal.ts";
import type { DirectoryOperation } from "./operation.ts";
import { operationsTakenBack } from "./undoing.ts";

interface PutBack {
  /** As it was before the commit. */
  readonly old: DiskEntry;
  /** Its inode, which is new if it had to be copied. */
  readonly ino: bigint;
  /** Nothing was put back after this time. */
  readonly atNs: bigint;
}

/** What was put back under each name, oldest first. */
export type Restored = ReadonlyMap<RawPath, readonly PutBack[]>;

export function restoredEntries(stateDirectory: string): Restored {
  const journals = commitDirectories(stateDirectory)
    .filter((directory) => lastStage(directory) === "taken_back")
    .map(readJournal);
  const restored = new Map<RawPath, PutBack[]>();
  // Of two that changed the same name, the later is undone first.
  for (const [path, putBack] of journals.flatMap(putBackBy).sort(byTime)) {
    const before = restored.get(path);
    if (before === undefined) restored.set(path, [putBack]);
    else before.push(putBack);
  }
  return restored;
}

type Named = readonly [RawPath, PutBack];

function putBackBy(journal: Journal): Named[] {
  const atNs = journal.takenBackAtNs;
  if (atNs === null) return [];
  const copies = new Map(journal.copiedBack.map(({ path, ino }) => [path, ino]));
  const { undoing } = journal;
  const untouched = undoing && new Set(undoing.untouched);
  const takenBack = operationsTakenBack(journal.operations, undoing);
  const entries = takenBack.flatMap(({ path, old }): Named[] =>
    old === null ? [] : [[path, { old, ino: copies.get(path) ?? old.ino, atNs }]],
  );
  const directories = journal.directories
    .filter(({ path }) => untouched?.has(path) ?? true)
    .map((each): Named => [each.path, { old: directoryBefore(each), ino: each.ino, atNs }]);
  return [...entries, ...directories];
}

function directoryBefore({ ino, ctimeNs, before }: DirectoryOperation): DiskEntry {
  const { mode, uid, gid, mtimeNs } = before;
  const unknown = { size: 0n, dev: 0n, links: 0, target: null };
  return { type: "directory", ino, ctimeNs, mode, uid, gid, mtimeNs, ...unknown };
}

function byTime([, one]: Named, [, other]: Named): number {
  return Number(one.atNs - other.atNs);
}

/** Whether only we have touched an entry: it is untouched, or was when we moved it. */
export function isTouchedByUsAlone(
  isUntouched: (entry: DiskEntry) => boolean,
  entry: DiskEntry,
  putBack: readonly PutBack[] = [],
): boolean {
  if (isUntouched(entry)) return true;
  const last = putBack.at(-1);
  if (last === undefined || entry.ctimeNs >= last.atNs || !isSame(entry, last)) return false;
  return isTouchedByUsAlone(isUntouched, last.old, putBack.slice(0, -1));
}

function isSame(entry: DiskEntry, { old, ino }: PutBack): boolean {
  if (entry.ino !== ino || entry.type !== old.type || !hasSameOwnerAndMode(entry, old))
    return false;
  if (entry.type === "directory") return isAboutAt(entry, old.mtimeNs);
  return entry.mtimeNs === old.mtimeNs && entry.size === old.size;
}
