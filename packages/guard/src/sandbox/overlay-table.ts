/**
 * The mounts of one layer, as one table that `mount` reads.
 *
 * The tree that a jail sees is assembled here, because bubblewrap takes longer for every mount it
 * makes. Its root is a layer over an empty tree: what is written outside of the places that are
 * shown goes there and is thrown away. Paths in overlay options cannot be quoted portably, so
 * options name symbolic links in the sandbox's own directory, relative to it.
 */
import { chmodSync, chownSync, lstatSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { isOnOverlay } from "../disk/identity.ts";
import { DEVICES } from "../jail/jail-arguments.ts";
import { isBelow } from "../jail/masks.ts";
import { readMounts } from "../jail/mounts.ts";
import { HolderFailed } from "./holder.ts";
import { inFrontOf, makeMasks } from "./mask-layers.ts";
import { makeSkeleton } from "./skeleton.ts";
import { SCRATCH_DIRECTORY } from "./state-directory.ts";
import type { Piece, TreePlan } from "./trees.ts";

export interface Layer {
  /** A directory in the sandbox's own: `u` is written to; `m` and `r` show the trees, `v` all. */
  readonly name: string;
  /** What each tree is mounted on: the disk, or another layer of this sandbox. */
  readonly on: Layer | null;
}

export interface TableNeeds {
  readonly id: string;
  readonly directory: string;
  readonly uid: number;
  /** Root of the machine, not of a user namespace: only that root may set trusted attributes. */
  readonly isPrivileged: boolean;
  readonly plan: TreePlan;
  /** Counts mounts: a work directory of a volatile overlay cannot be used again. */
  readonly mountNumber: number;
  readonly isVolatile: boolean;
}

/** Renamed directories and changed modes are copied whole, so that the layer is self-contained. */
const SELF_CONTAINED = "redirect_dir=nofollow,metacopy=off,index=off,xino=off";
/**
 * A file system in memory for lower directories: a tree may contain the sandbox's directory, and no
 * lower directory may contain another.
 */
const MEMORY = "c";
const MEMORY_BYTES = 64 * 2 ** 20;
const EMPTY = join(MEMORY, "empty");
const MASKS = join(MEMORY, "masks");
const SKELETON = join(MEMORY, "skeleton");
const COVERS = join(MEMORY, "covers");
/** Flags that a user's namespace may not take from a mount. */
const LOCKED = new Set(["nosuid", "nodev", "noexec", "noatime", "nodiratime"]);

export function memoryTable({ directory }: TableNeeds): string {
  mkdirSync(join(directory, MEMORY), { recursive: true });
  return tableLine("tmpfs", join(directory, MEMORY), "tmpfs", `size=${MEMORY_BYTES},mode=755`);
}

/** Fills what `memoryTable` mounted, seen at `root`. */
export function fillMemory({ plan, uid }: TableNeeds, root: string): void {
  for (const path of [EMPTY, MASKS, COVERS]) mkdirSync(join(root, path));
  makeSkeleton(join(root, SKELETON), plan);
  plan.covers.forEach((_, index) => {
    mkdirSync(join(root, COVERS, String(index)));
  });
  for (const at of layeredPlaces(plan)) {
    const inFront = inFrontOf(plan, at);
    if (inFront !== null) makeMasks(join(root, maskLayer(plan, at)), at, inFront, uid);
  }
}

/** Covers, which all layers share. */
export function coverTable(needs: TableNeeds): string {
  const { id, directory, plan } = needs;
  return plan.covers
    .map((at, index) => {
      const masks = maskNames(plan, at);
      // A directory on top makes an overlay of a tree: sockets and pipes in it lead nowhere.
      const lower = [...(masks.length === 0 ? [EMPTY] : masks), link(needs, `c${index}`, at)];
      const user = needs.isPrivileged ? "" : "userxattr,";
      const options = `ro,nodev,nosuid,${user}${SELF_CONTAINED},lowerdir=${lower.join(":")}`;
      return tableLine(`fix-${id}`, join(directory, COVERS, `${index}`), "overlay", options);
    })
    .join("");
}

/** Makes the layer's directories and writes its mount table. @throws HolderFailed */
export function layerTable(needs: TableNeeds, layer: Layer): string {
  const { plan, directory } = needs;
  const target = join(directory, layer.name, "v");
  mkdirSync(target, { recursive: true });
  const trees = plan.trees.map((_, index) => treeLine(needs, layer, index));
  if (plan.view === null) {
    return [...trees, tableLine(treePath(needs, layer, 0), target, "none", "bind")].join("");
  }
  const shown = shownItems(needs, layer);
  for (const { at } of shown) assertSteady(needs, at);
  return [
    ...trees,
    rootLine(needs, layer),
    tableLine(rootPath(needs, layer), target, "none", "bind"),
    ...shown.map(({ at, from, options }) => tableLine(from, join(target, at), "none", options)),
  ].join("");
}

/**
 * Makes the devices read-only in the holder's own tree, from which Bubblewrap takes them: root's jail
 * can use them, but not change their modes and owners. Binding them in the jail would take longer.
 */
export function deviceTable({ uid }: TableNeeds): string {
  if (uid !== 0) return "";
  return DEVICES.map((name) => tableLine(`/dev/${name}`, `/dev/${name}`, "none", "bind,ro")).join(
    "",
  );
}

/** Where a tree of a layer is shown. */
export function treePath(
  { directory }: Pick<TableNeeds, "directory">,
  layer: Layer,
  index: number,
) {
  return join(directory, layer.name, "m", String(index));
}

function treeLine(needs: TableNeeds, layer: Layer, index: number): string {
  const { plan, directory } = needs;
  const { at = "/", lower = "/" } = plan.trees[index] ?? {};
  const upper = join(layer.name, "u", String(index));
  mkdirSync(treePath(needs, layer, index), { recursive: true });
  makeUpper(needs, upper, lower);
  const disk = () => [...maskNames(plan, at), link(needs, `l${layer.name}-${index}`, lower)];
  // A second layer is mounted on what the first one shows. If the disk is itself an overlay, that
  // would be one level more than the kernel allows; then all of them are lower directories.
  const below =
    layer.on === null
      ? disk()
      : isOnOverlay(lower)
        ? [join(layer.on.name, "u", `${index}`), ...disk()]
        : [relative(directory, treePath(needs, layer.on, index))];
  return overlayLine(needs, layer, { at: treePath(needs, layer, index), below, upper });
}

function rootPath({ directory }: TableNeeds, layer: Layer): string {
  return join(directory, layer.name, "r");
}

/** A rehearsal starts without what the fix wrote there: that is not kept, so it proves nothing. */
function rootLine(needs: TableNeeds, layer: Layer): string {
  const upper = layer.on === null ? SCRATCH_DIRECTORY : join(layer.name, SCRATCH_DIRECTORY);
  const at = rootPath(needs, layer);
  for (const path of [join(needs.directory, upper), at]) mkdirSync(path, { recursive: true });
  return overlayLine(needs, layer, { at, below: [SKELETON], upper });
}

interface Overlay {
  readonly at: string;
  readonly below: readonly string[];
  readonly upper: string;
}

function overlayLine(needs: TableNeeds, layer: Layer, { at, below, upper }: Overlay): string {
  const { id, directory, isPrivileged, mountNumber, isVolatile } = needs;
  const work = join(layer.name, `w${mountNumber}`, upper.replaceAll("/", "-"));
  mkdirSync(join(directory, work), { recursive: true });
  const options = [
    "nodev,nosuid",
    ...(isPrivileged ? [] : ["userxattr"]),
    SELF_CONTAINED,
    // Without this, copying a file up syncs it; a commit syncs what stays.
    ...(isVolatile ? ["volatile"] : []),
    `lowerdir=${below.join(":")}`,
    `upperdir=${upper}`,
    `workdir=${work}`,
  ];
  return tableLine(`fix-${id}`, at, "overlay", options.join(","));
}

function makeUpper({ directory, uid }: TableNeeds, upper: string, lower: string): void {
  const path = join(directory, upper);
  if (mkdirSync(path, { recursive: true }) === undefined) return;
  // The root of a tree is shown as its layer has it: a closed directory must not look open.
  const { mode, uid: owner, gid } = statSync(lower);
  if (uid === 0) chownSync(path, owner, gid);
  chmodSync(path, mode & 0o7777);
}

interface Shown {
  readonly at: string;
  readonly from: string;
  readonly options: string;
}

/** Parents before children. */
function shownItems(needs: TableNeeds, layer: Layer): readonly Shown[] {
  const { plan, directory } = needs;
  const mounts = readMounts();
  const bind = "bind";
  const items: readonly Shown[] = [
    ...plan.pieces.map(({ at, tree }) => {
      const index = plan.trees.findIndex((each) => each.at === tree);
      return { at, from: join(treePath(needs, layer, index), relative(tree, at)), options: bind };
    }),
    // Empty directories inside a piece; the others are in the root itself.
    ...(plan.view?.scratch ?? [])
      .filter((at) => pieceAround(plan, at) !== undefined)
      .map((at) => ({ at, from: join(rootPath(needs, layer), at), options: bind })),
    ...plan.covers.map((at, index) => {
      return { at, from: join(directory, COVERS, String(index)), options: bind };
    }),
    ...plan.readOnly.map((at) => {
      const on = mounts.findLast((mount) => isBelow(at, mount.at));
      const flags = (on?.options ?? []).filter((flag) => LOCKED.has(flag));
      return { at, from: at, options: [bind, "ro", ...flags].join(",") };
    }),
  ];
  return items.toSorted((one, other) => one.at.length - other.at.length);
}

/** The innermost piece that a path is inside of. */
function pieceAround(plan: TreePlan, at: string): Piece | undefined {
  const around = plan.pieces.filter((piece) => piece.at !== at && isBelow(at, piece.at));
  return around.toSorted((one, other) => one.at.length - other.at.length).at(-1);
}

/**
 * A mount follows links, and commands can make links. Directories on the way to a mount are below
 * the layer, where the kernel neither renames nor, while something is mounted in them, removes
 * them; this makes sure of it. @throws HolderFailed
 */
function assertSteady({ directory, plan }: TableNeeds, at: string): void {
  const { tree = "/" } = pieceAround(plan, at) ?? {};
  const index = plan.trees.findIndex((each) => each.at === tree);
  const upper =
    pieceAround(plan, at) === undefined ? SCRATCH_DIRECTORY : join("a", "u", `${index}`);
  let path = join(directory, upper);
  const parts = relative(tree, at).split("/");
  for (const [depth, part] of parts.entries()) {
    path = join(path, part);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return;
    if (stats.isDirectory() || (depth === parts.length - 1 && stats.isFile())) continue;
    throw new HolderFailed(`a command replaced ${JSON.stringify(at)}`);
  }
}

function layeredPlaces({ trees, covers }: TreePlan): readonly string[] {
  return [...trees.map(({ at }) => at), ...covers];
}

function maskLayer(plan: TreePlan, at: string): string {
  return join(MASKS, String(layeredPlaces(plan).indexOf(at)));
}

/** The lower directory in front of a place, if there is one. */
function maskNames(plan: TreePlan, at: string): readonly string[] {
  return inFrontOf(plan, at) === null ? [] : [maskLayer(plan, at)];
}

function link({ directory, mountNumber }: TableNeeds, name: string, to: string): string {
  const path = `${name}-${mountNumber}`;
  symlinkSync(to, join(directory, path));
  return path;
}

function tableLine(source: string, target: string, type: string, options: string): string {
  return `${[source, target].map(escaped).join(" ")} ${type} ${options} 0 0\n`;
}

/** Mount tables are separated by blanks and have no quotes. */
function escaped(path: string): string {
  return path.replace(
    /[\s\\#"']/g,
    (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, "0")}`,
  );
}
