/**
 * Walks the directories that a layer wrote to and reports what differs from the real disk.
 *
 * Only directories in the upper side are visited. What is on the disk and not in the merged view
 * was deleted, whether overlayfs or a forgery recorded that. Everything is bounded: a stranger
 * made the layer.
 */

import { birthtimeOf, type DiskEntry, entryAt } from "../disk/disk-entry.ts";
import { MAX_PATH_BYTES, mountOf, namesIn } from "../disk/names-in.ts";
import { isRoot } from "../disk/owner-access.ts";
import { childPath, isWithin, type RawPath } from "../disk/raw-path.ts";
import type { DirectoryTime, LayerDiff } from "./change.ts";
import { namesIfAny } from "./names-if-any.ts";
import { withRealGroup } from "./real-group.ts";
import { Refused } from "./refusal.ts";

const MAX_CHANGES = 200_000;
const MAX_ENTRIES = 2_000_000;
export const MAX_LEVELS = 250;

export interface RawTree {
  readonly lower: RawPath;
  readonly upper: RawPath;
  readonly merged: RawPath;
  readonly rootMadeAtNs: bigint | null;
}

/** A name that was written, whether or not that changed anything. */
export interface Written {
  readonly path: RawPath;
  readonly source: RawPath;
  readonly before: DiskEntry | null;
  readonly after: DiskEntry | null;
  readonly parentIno: bigint | null;
  readonly removed: number;
}

export interface Walked {
  readonly written: Written[];
  readonly directories: DirectoryTime[];
  readonly refused: LayerDiff["refused"][number][];
  readonly residue: RawPath[];
}

export interface Walk extends Walked {
  readonly tree: RawTree;
  readonly mount: string;
  readonly openedAtNs: bigint;
  /** Our own journals and backups: never touched, never shown. */
  readonly stateDirectory: RawPath;
  readonly lateModes: ReadonlyMap<RawPath, number>;
  readonly budget: { entries: number };
}

interface Place {
  /** Relative to the tree; empty for its root. */
  readonly below: string;
  readonly level: number;
}

export function walkTree(walk: Walk): void {
  const root: Place = { below: "", level: 0 };
  const [before, after] = [entryAt(walk.tree.lower), upperEntry(walk, root)];
  if (before === null || after === null) return;
  const { lower: path, upper: source } = walk.tree;
  // The layer's root was made for the sandbox: its time means nothing until a name in it changes.
  const isUntouched = after.mtimeNs === walk.tree.rootMadeAtNs;
  const mtimeNs = isUntouched ? before.mtimeNs : after.mtimeNs;
  // Nor does its owner, which only root could have changed.
  const { uid, gid } = isRoot() ? after : before;
  const rooted = { ...after, mtimeNs, uid, gid };
  walk.directories.push({ path, source, parentIno: null, before, after: rooted });
  walkDirectory(walk, root, before);
}

/** A directory on both sides. */
function walkDirectory(walk: Walk, place: Place, lower: DiskEntry): void {
  const { tree } = walk;
  const [onDisk, inUpper] = [at(tree.lower, place), at(tree.upper, place)];
  const seen = new Set(namesIn(at(tree.merged, place)));
  const written = namesIn(inUpper);
  const marked = new Set(written);
  for (const name of namesIfAny(onDisk)) {
    const path = childPath(onDisk, name);
    if (seen.has(name)) continue;
    if (marked.has(name) || !hasAppeared(walk, path)) remove(walk, path, lower.ino);
  }
  for (const name of written) {
    if (seen.has(name)) compare(walk, below(walk, place, name), lower);
  }
}

/**
 * Created on the disk since the sandbox opened: the command never saw it, so it deleted nothing.
 */
function hasAppeared({ openedAtNs }: Walk, path: RawPath): boolean {
  return entryAt(path) === null || birthtimeOf(path) >= openedAtNs;
}

function remove(walk: Walk, path: RawPath, parentIno: bigint): void {
  // Nor may a directory be deleted that holds ours.
  if (isWithin(path, walk.stateDirectory) || isWithin(walk.stateDirectory, path)) return;
  const before = entryAt(path);
  if (before === null) return;
  const removed = countBelow(walk, path, before, 0);
  write(walk, { path, source: path, before, after: null, parentIno, removed });
}

function compare(walk: Walk, place: Place, parent: DiskEntry): void {
  const parentIno = parent.ino;
  const path = at(walk.tree.lower, place);
  const source = at(walk.tree.upper, place);
  const before = entryAt(path);
  const after = grouped(walk, upperEntry(walk, place), before, parent);
  if (after === null || isWithin(path, walk.stateDirectory)) return;
  if (after.type === "device" || after.type === "socket") {
    walk.refused.push({ path, type: after.type });
    walk.residue.push(source);
    return;
  }
  if (before?.type === "directory" && after.type === "directory") {
    // Another file system is mounted here: its overlay has a tree of its own.
    if (mountOf(path) !== walk.mount) return;
    walk.directories.push({ path, source, parentIno, before, after });
    walkDirectory(walk, place, before);
    return;
  }
  const isReplaced = before !== null && before.type !== after.type;
  const removed = isReplaced ? countBelow(walk, path, before, 0) : 0;
  write(walk, { path, source, before, after, parentIno, removed });
  if (after.type === "directory") walkNew(walk, place, after);
}

/** Everything in a directory that the disk does not have. */
function walkNew(walk: Walk, place: Place, parent: DiskEntry): void {
  const seen = new Set(namesIn(at(walk.tree.merged, place)));
  for (const name of namesIn(at(walk.tree.upper, place))) {
    const inner = below(walk, place, name);
    const [path, source] = [at(walk.tree.lower, inner), at(walk.tree.upper, inner)];
    const after = grouped(walk, upperEntry(walk, inner), null, parent);
    if (after === null || !seen.has(name)) {
      walk.residue.push(source);
    } else if (after.type === "device" || after.type === "socket") {
      walk.refused.push({ path, type: after.type });
      walk.residue.push(source);
    } else {
      write(walk, { path, source, before: null, after, parentIno: null, removed: 0 });
      if (after.type === "directory") walkNew(walk, inner, after);
    }
  }
}

/** A copy has the real groups. */
function grouped(
  { tree }: Walk,
  after: DiskEntry | null,
  before: DiskEntry | null,
  parent: DiskEntry,
): DiskEntry | null {
  const isUsersOverlay = tree.rootMadeAtNs !== null && !isRoot();
  return after === null || !isUsersOverlay ? after : withRealGroup(after, before, parent);
}

/** The mode that the command left, also where we opened the directory. */
function upperEntry(walk: Walk, place: Place): DiskEntry | null {
  const path = at(walk.tree.upper, place);
  const entry = entryAt(path);
  const mode = walk.lateModes.get(path);
  return entry === null || mode === undefined ? entry : { ...entry, mode };
}

function write(walk: Walk, written: Written): void {
  if (walk.written.length >= MAX_CHANGES) {
    throw new Refused({ code: "too_many_changes", limit: MAX_CHANGES });
  }
  walk.written.push(written);
}

function below(walk: Walk, place: Place, name: string): Place {
  const inner = { below: `${place.below}/${name}`, level: place.level + 1 };
  const path = at(walk.tree.lower, inner);
  check(walk, path, inner.level);
  return inner;
}

function countBelow(walk: Walk, path: RawPath, entry: DiskEntry, level: number): number {
  check(walk, path, level);
  if (entry.type !== "directory") return 1;
  let count = 1;
  for (const name of namesIfAny(path)) {
    const inner = entryAt(childPath(path, name));
    if (inner !== null) count += countBelow(walk, childPath(path, name), inner, level + 1);
  }
  return count;
}

function check(walk: Walk, path: RawPath, level: number): void {
  const { lower, upper, merged } = walk.tree;
  const longest = Math.max(lower.length, upper.length, merged.length) - lower.length;
  if (path.length + longest > MAX_PATH_BYTES) {
    throw new Refused({ code: "path_too_long", path, limit: MAX_PATH_BYTES });
  }
  if (level > MAX_LEVELS) throw new Refused({ code: "too_deep", path, limit: MAX_LEVELS });
  walk.budget.entries += 1;
  if (walk.budget.entries > MAX_ENTRIES) {
    throw new Refused({ code: "too_many_entries", limit: MAX_ENTRIES });
  }
}

function at(root: RawPath, place: Place): RawPath {
  return (root === "/" ? place.below || "/" : `${root}${place.below}`) as RawPath;
}
