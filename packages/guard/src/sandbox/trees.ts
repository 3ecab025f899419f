/**
 * How a sandbox shows a view: which places can be written to, which trees their overlays cover, and
 * which places are covered by overlays that cannot be written to.
 *
 * An overlay costs more than a place shown from it, so that one covers as much as it can. Root
 * writes to everything that is shown: one overlay for each file system. An ordinary user's overlays
 * map one user id, so that a directory of another user ends a tree, and cannot cover a tree in
 * which something is mounted: such a tree is covered child by child.
 */
import { lstatSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { mayAccess } from "../disk/may-access.ts";
import { isBelow } from "../jail/masks.ts";
import { type Mount, readMounts } from "../jail/mounts.ts";
import { kindOf } from "../view/places-on-disk.ts";
import type { Place, View } from "../view/plan-view.ts";
import { KERNEL_TREES } from "../view/wide-places.ts";
import { byLength, Covers, isCaseless, isReadable, mountOf } from "./covers.ts";
import { type Regrouped, regrouped } from "./other-groups.ts";
import { type Opened, refused } from "./refusal.ts";

export interface Tree {
  /** Where it is, outside and inside. */
  readonly at: string;
  /** What it covers. The same place, except for a tree that is shown as `/`. */
  readonly lower: string;
}

/** What is shown of a tree. */
export interface Piece {
  readonly at: string;
  readonly tree: string;
}

export interface TreePlan {
  /** Parents before children. */
  readonly trees: readonly Tree[];
  readonly pieces: readonly Piece[];
  /** Covered by an overlay that cannot be written: it shows files, but no socket answers. */
  readonly covers: readonly string[];
  /** Shown as they are, read-only: single files, and file systems that no overlay can cover. */
  readonly readOnly: readonly string[];
  /** Replaced by an empty directory of the sandbox's own each. Overlays have one for all. */
  readonly scratch: readonly string[];
  /** Links that a directory has which is shown child by child. */
  readonly links: View["links"];
  /** Sockets that would still answer, each to be hidden. */
  readonly sockets: readonly string[];
  /** Hidden by copies of the user's own group. */
  readonly regrouped: Regrouped;
  /** Null where another tree is shown as `/`. */
  readonly view: View | null;
}

/** Kernel interfaces, not files of the user. */
const NOT_FILES = new Set(
  "proc sysfs devtmpfs devpts cgroup cgroup2 securityfs debugfs tracefs bpf mqueue pstore configfs fusectl hugetlbfs binfmt_misc autofs ramfs nsfs efivarfs rpc_pipefs selinuxfs fuse.portal fuse.gvfsd-fuse".split(
    " ",
  ),
);

const NONE: Regrouped = { directories: [], files: [] };

/** A tree to show as `/` instead of the machine's own. */
export function planRoot(root: string): TreePlan {
  const trees = [{ at: "/", lower: root }];
  const nothing = {
    covers: [],
    readOnly: [],
    scratch: [],
    links: [],
    sockets: [],
    regrouped: NONE,
  };
  return { trees, pieces: [{ at: "/", tree: "/" }], ...nothing, view: null };
}

export interface TreeSearch {
  readonly view: View;
  /** Where commands start. */
  readonly directory: string;
  readonly home: string;
  readonly uid: number;
  /** What is mounted below is of no concern. */
  readonly stateDirectory: string;
}

export async function planTrees(search: TreeSearch): Promise<Opened<TreePlan>> {
  const { view, uid, stateDirectory } = search;
  const mounts = readMounts().filter(
    ({ at, type }) => !NOT_FILES.has(type) && !isBelow(at, stateDirectory) && !isOfKernel(at),
  );
  const problem = treeProblem(search, mounts);
  if (problem !== null) return refused(problem);
  const copies = await regrouped(view.otherGroups, process.getgid?.() ?? -1);
  if (!copies.ok) return copies;
  const shown = uid === 0 ? rootTrees(view, mounts) : userTrees(search, mounts);
  return {
    ok: true,
    value: { ...shown, scratch: [], sockets: [], regrouped: copies.value, view },
  };
}

type Shown = Pick<TreePlan, "trees" | "pieces" | "covers" | "readOnly" | "links">;

/** The working tree has to be written to, so that what an overlay cannot do is refused at once. */
function treeProblem({ view, directory, uid }: TreeSearch, mounts: readonly Mount[]) {
  const place = placeOf(view, directory);
  const asked = view.places.filter(({ kind, isDirectory }) => kind === "shown" && isDirectory);
  for (const { at } of place === undefined ? asked : [place, ...asked]) {
    const { type } = mountOf(at, mounts);
    if (!isCaseless(type)) continue;
    const problem = `${at} is on ${type}, which overlays cannot cover: copy it to a disk with another file system`;
    return { code: "sandbox_unavailable", problem, remedy: null } as const;
  }
  if (place === undefined || uid === 0) return null;
  const inside = mounts.filter(({ at }) => at !== place.at && isBelow(at, place.at));
  if (inside.length > 0) {
    const below = inside.map(({ at }) => at);
    return { code: "mounts_below", directory: place.at, mounts: below } as const;
  }
  return null;
}

function placeOf(view: View, directory: string): Place | undefined {
  return view.places.findLast(({ at, kind }) => kind === "own" && isBelow(directory, at));
}

/** Besides the working directory, a copy shows everything read-only. */
export function planCopy(
  view: View,
  directory: string,
  stateDirectories: readonly string[],
): Opened<TreePlan> {
  const mounts = readMounts().map(({ at }) => at);
  const inDirectory = mounts.filter((at) => at !== directory && isBelow(at, directory));
  if (inDirectory.length > 0) {
    return refused({ code: "mounts_below", directory, mounts: inDirectory });
  }
  if (stateDirectories.some((path) => isBelow(path, directory))) {
    const problem = "the sandbox's state directory is inside it";
    return refused({ code: "cannot_copy", directory, problem });
  }
  const { scratch } = view;
  const covered = [directory, ...scratch];
  const isShown = (path: string) => view.places.some(({ at }) => isBelow(path, at));
  const sockets = answeringSockets(
    (path) => !isShown(path) || covered.some((at) => isBelow(path, at)),
  );
  const trees = [{ at: directory, lower: directory }];
  const nothing = { pieces: [], covers: [], readOnly: [], links: [], regrouped: NONE };
  return { ok: true, value: { trees, ...nothing, scratch, sockets, view } };
}

function rootTrees(view: View, mounts: readonly Mount[]): Shown {
  const places = view.places.filter(({ kind }) => kind !== "shown");
  const canCover = ({ at, type }: Mount): boolean =>
    !isCaseless(type) && statSync(at).isDirectory();
  const inside = mounts.filter(
    ({ at }) =>
      kindOf(at) !== null && places.some((place) => place.at !== at && isBelow(at, place.at)),
  );
  const rest = inside.filter((mount) => !canCover(mount)).map(({ at }) => at);
  const directories = places.filter((place) => place.isDirectory).map(({ at }) => at);
  const files = view.places.filter((place) => !place.isDirectory).map(({ at }) => at);
  const wanted = byLength([...directories, ...inside.filter(canCover).map(({ at }) => at)]);
  const pieces = wanted.map((at) => ({ at, tree: mountOf(at, mounts).at }));
  const trees = byLength([...new Set(pieces.map(({ tree }) => tree))]);
  const asked = new Covers(view, mounts);
  for (const { at, kind, isDirectory } of view.places) {
    if (kind === "shown" && isDirectory) asked.add(at);
  }
  return {
    trees: trees.map((at) => ({ at, lower: at })),
    pieces,
    covers: asked.covers,
    readOnly: byLength([...files, ...rest.filter((at) => !asked.hasMasks(at)), ...asked.readOnly]),
    links: asked.links,
  };
}

function userTrees({ view, home, directory, uid }: TreeSearch, mounts: readonly Mount[]): Shown {
  const shown = new Covers(view, mounts);
  const files: string[] = [];
  const pieces: Piece[] = [];
  const isHomeTree = isOwned(home, uid) && isWritable(home) && !shown.hasMounts(home);
  for (const { at, kind, isDirectory } of view.places) {
    const canWrite =
      kind === "own" && isWritable(at) && !shown.hasMounts(at) && !shown.isCaseless(at);
    if (!isDirectory) files.push(at);
    else if (canWrite) {
      pieces.push({ at, tree: isHomeTree && reaches(home, at, uid) ? home : at });
    } else if (isReadable(at) || isBelow(directory, at)) shown.add(at);
  }
  const trees = byLength([...new Set(pieces.map(({ tree }) => tree))]);
  const { covers, links } = shown;
  return {
    trees: trees.map((at) => ({ at, lower: at })),
    pieces,
    covers,
    readOnly: [...files, ...shown.readOnly],
    links,
  };
}

/** Whether an overlay on `tree` can copy up `path`: every directory in between is the user's. */
function reaches(tree: string, path: string, uid: number): boolean {
  if (!isBelow(path, tree)) return false;
  for (let between = path; between !== tree; between = dirname(between)) {
    if (!isOwned(between, uid)) return false;
  }
  return true;
}

function answeringSockets(isSilenced: (path: string) => boolean): readonly string[] {
  const lines = readFileSync("/proc/net/unix", "utf8").split("\n");
  const paths = lines.map((line) => /^(?:\S+ +){7}(\/.*)$/.exec(line)?.[1]);
  return [...new Set(paths)].filter(
    (path) => path !== undefined && !isOfKernel(path) && !isSilenced(path) && isSocket(path),
  ) as readonly string[];
}

function isOfKernel(path: string): boolean {
  return KERNEL_TREES.some((tree) => isBelow(path, tree));
}

function isOwned(path: string, uid: number): boolean {
  const stats = statSync(path);
  return stats.uid === uid && stats.gid === process.getgid?.();
}

function isWritable(path: string): boolean {
  return mayAccess(path, "write", "enter");
}

function isSocket(path: string): boolean {
  return kindOf(path) === "other" && lstatSync(path).isSocket();
}
