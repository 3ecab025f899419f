/**
 * Applies a commit whose plan is in the journal. A name is never without a file: the old file first
 * gets a second name in our directory, then the new one is renamed over it. Only a directory must
 * be moved away first.
 */
import { invariant } from "@bazaar/kernel";
import { DirectoryMoved } from "../disk/directories.ts";
import type { DiskEntry } from "../disk/disk-entry.ts";
import { OWNER_ALL } from "../disk/owner-access.ts";
import type { RawPath } from "../disk/raw-path.ts";
import type { Mover } from "./mover.ts";
import type { CommitPlan, DirectoryOperation, Fresh, Operation } from "./operation.ts";
import { deepestFirst, outerFirst } from "./path-order.ts";

/** The disk changed a moment ago. */
export class TargetChanged extends Error {
  override name = "TargetChanged";
  readonly path: RawPath;

  constructor(path: RawPath) {
    super(`changed while the commit was under way: ${path}`);
    this.path = path;
  }
}

export async function applyPlan(mover: Mover, plan: CommitPlan): Promise<void> {
  openClosed(mover, plan.directories);
  for (const operation of plan.operations) apply(mover, operation);
  for (const { path, mode, mtimeNs } of plan.lateTouches) {
    mover.setTime(path, mtimeNs);
    mover.chmod(path, mode);
  }
  for (const directory of deepestFirst(plan.directories)) {
    expectSame(mover, directory);
    await mover.setFacts(directory.path, directory.before, directory.after);
    mover.setTime(directory.path, directory.after.mtimeNs);
  }
}

function openClosed(mover: Mover, directories: readonly DirectoryOperation[]): void {
  for (const directory of outerFirst(directories).filter(({ isClosed }) => isClosed)) {
    expectSame(mover, directory);
    mover.chmod(directory.path, directory.before.mode | OWNER_ALL);
  }
}

function expectSame(mover: Mover, { path, ino }: DirectoryOperation): void {
  if (mover.directories.find(path)?.ino !== ino) throw new DirectoryMoved(path);
}

function apply(mover: Mover, operation: Operation): void {
  const { path, old, fresh, keptAt } = operation;
  if (!isAsPlanned(mover.look(path), old)) throw new TargetChanged(path);
  if (fresh?.linkTo != null) {
    const isLinked = mover.link(fresh.linkTo, fresh.from);
    if (!isLinked) throw new TargetChanged(fresh.linkTo);
  }
  if (old === null) {
    invariant(fresh !== null, "an operation that changes nothing");
    put(mover, fresh, path);
  } else if (fresh === null) {
    mover.move(path, keptAt);
  } else if (old.type !== "directory" && fresh.type !== "directory" && mover.link(path, keptAt)) {
    mover.rename(fresh.from, path);
  } else {
    mover.move(path, keptAt);
    put(mover, fresh, path);
  }
}

/** `link` fails where a name exists, which `rename` would overwrite. */
function put(mover: Mover, fresh: Fresh, path: RawPath): void {
  if (fresh.type !== "directory" && mover.link(fresh.from, path)) mover.unlink(fresh.from);
  else if (mover.look(path) === null) mover.move(fresh.from, path);
  else throw new TargetChanged(path);
}

function isAsPlanned(now: DiskEntry | null, planned: DiskEntry | null): boolean {
  if (now === null || planned === null) return now === planned;
  const isSame = now.ino === planned.ino && now.type === planned.type && now.size === planned.size;
  // Backing up one name of a file changes the change time of all its names.
  const isUnchanged = planned.links > 1 || now.ctimeNs === planned.ctimeNs;
  return isSame && isUnchanged && now.mtimeNs === planned.mtimeNs;
}
