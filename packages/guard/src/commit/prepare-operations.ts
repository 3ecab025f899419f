/**
 * From approved changes to operations: where each new entry is, and where each old one goes.
 *
 * A new directory is one operation; parts that were not approved are removed from the layer first,
 * which is thrown away afterwards.
 */

import type { Directories } from "../disk/directories.ts";
import { asRaw, childPath, parentPath, type RawPath } from "../disk/raw-path.ts";
import type { Change, DirectoryTime, LayerDiff } from "./change.ts";
import type { CommitPlan, Fresh, LateTouch, Operation } from "./operation.ts";
import { deepestFirst } from "./path-order.ts";
import type { ApprovedPlan } from "./plan-commit.ts";
import { prepareDirectories } from "./prepare-directories.ts";
import { withGroups } from "./with-groups.ts";

export interface Preparation extends CommitPlan {
  /** Removed from the layer before anything moves. */
  readonly pruned: readonly RawPath[];
  /** Entries of another volume, copied beside their place before anything moves. */
  readonly copies: readonly { readonly from: RawPath; readonly to: RawPath }[];
}

export interface Places {
  readonly directories: Directories;
  readonly commitDirectory: RawPath;
  /** Part of every temporary name, unique per commit. */
  readonly mark: string;
}

export function prepareOperations(
  diff: LayerDiff,
  plan: ApprovedPlan,
  places: Places,
): Preparation {
  const isKeptLink = linksToKeep(diff, plan);
  const links = plan.included.filter(isKeptLink);
  const moved = plan.included.filter(
    (change) => change.parentIno !== null && !isKeptLink(change) && !isDirectoryMeta(change),
  );
  const pruned = [
    ...diff.residue,
    ...plan.leftOut
      .map(({ change }) => change)
      .filter(isInNewDirectory)
      .map(sourceOf),
    ...links.map(sourceOf),
  ];
  const commitVolume = places.directories.volumeOf(places.commitDirectory);
  const placed = [...moved, ...links].map((change, n) => {
    const slots = slotsOf(change, n, places, commitVolume);
    return { change, operation: operationOf(change, slots, isKeptLink(change)) };
  });
  const planned = {
    operations: placed.map(({ operation }) => operation),
    directories: prepareDirectories(diff.directoryTimes, plan.included),
  };
  return {
    ...withGroups(planned, plan),
    lateTouches: lateTouches(diff, plan.included, pruned),
    pruned,
    copies: placed.flatMap(({ change: { source }, operation: { fresh } }) =>
      fresh === null || fresh.linkTo !== null || fresh.from === source
        ? []
        : [{ from: source, to: fresh.from }],
    ),
  };
}

/** One entry that is copied to its place, wherever it comes from. */
export function prepareCopy(
  change: Change,
  parentTimes: readonly DirectoryTime[],
  places: Places,
): Preparation {
  const slots = slotsOf(change, 0, places, places.directories.volumeOf(places.commitDirectory));
  const from = slots.linkFrom;
  return {
    operations: [operationOf(change, { ...slots, from }, false)],
    directories: prepareDirectories(parentTimes, [change]),
    lateTouches: [],
    pruned: [],
    copies: [{ from: change.source, to: from }],
  };
}

/** A link to a file that was left out becomes a file of its own. */
function linksToKeep(diff: LayerDiff, plan: ApprovedPlan): (change: Change) => boolean {
  const included = new Set(plan.included.map(({ path }) => path));
  const changed = new Set(diff.changes.map(({ path }) => path));
  return ({ linkTo }) => linkTo !== null && (included.has(linkTo) || !changed.has(linkTo));
}

function isDirectoryMeta({ kind, after }: Change): boolean {
  return kind === "meta" && after?.type === "directory";
}

function isInNewDirectory({ parentIno }: Change): boolean {
  return parentIno === null;
}

function sourceOf({ source }: Change): RawPath {
  return source;
}

interface Slots {
  readonly from: RawPath;
  readonly linkFrom: RawPath;
  readonly keptAt: RawPath;
  readonly asideAt: RawPath;
  readonly archivedAt: RawPath | null;
}

function slotsOf(change: Change, n: number, places: Places, commitVolume: string): Slots {
  const { directories, commitDirectory, mark } = places;
  const parent = parentPath(change.path);
  const volume = directories.volumeOf(existing(parent, directories));
  const isNear = volume === commitVolume;
  const near = (ending: string) => childPath(parent, `.fix-${mark}-${n}.${ending}`);
  const ours = (folder: string) => childPath(childPath(commitDirectory, folder), `${n}`);
  const isLayerNear =
    change.after !== null && directories.volumeOf(parentPath(change.source)) === volume;
  return {
    from: isLayerNear ? change.source : near("new"),
    linkFrom: isNear ? ours("fresh") : near("new"),
    keptAt: isNear ? ours("kept") : near("old"),
    asideAt: isNear ? ours("aside") : near("aside"),
    archivedAt: isNear ? null : ours("kept"),
  };
}

/** A new directory will be on the volume of its parent. */
function existing(path: RawPath, directories: Directories): RawPath {
  return directories.find(path) === null ? existing(parentPath(path), directories) : path;
}

function operationOf(change: Change, slots: Slots, isLink: boolean): Operation {
  const { path, before: old, after, linkTo } = change;
  const { from, linkFrom, keptAt, asideAt, archivedAt } = slots;
  const fresh: Fresh | null = after && {
    from: isLink ? linkFrom : from,
    ino: after.ino,
    type: after.type,
    linkTo: isLink ? linkTo : null,
  };
  return { path, old, fresh, keptAt, asideAt, archivedAt };
}

/** New directories that are written to later, or that were opened for reading. */
function lateTouches(
  diff: LayerDiff,
  included: readonly Change[],
  pruned: readonly RawPath[],
): LateTouch[] {
  const written = new Set(pruned.map((source) => parentPath(asRaw(source))));
  const touched = included
    .filter(({ kind, after }) => after?.type === "directory" && kind !== "meta")
    .filter(({ source }) => written.has(source) || diff.lateModes.has(source))
    .flatMap(({ path, after }) =>
      after === null ? [] : [{ path, mode: after.mode, mtimeNs: after.mtimeNs }],
    );
  return deepestFirst(touched);
}
