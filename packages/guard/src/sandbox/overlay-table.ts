/**
 * The mounts of one layer, as one table that `mount` reads.
 *
 * Paths in overlay options cannot be quoted portably, so options name symbolic links in the
 * sandbox's own directory, relative to it.
 */
import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isOnOverlay } from "../disk/identity.ts";
import { DEVICES } from "../jail/jail-arguments.ts";
import type { Tree, TreePlan } from "./trees.ts";

export interface Layer {
  /** A directory in the sandbox's own: `u` is written to, `m` shows the result. */
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
export const DEVICE_DIRECTORY = "d";

/** Makes the layer's directories and writes its mount table. */
export function layerTable(needs: TableNeeds, layer: Layer): string {
  const { plan, directory } = needs;
  const lines = plan.trees.map((tree, index) => {
    prepare(needs, layer, index);
    return overlayLine(needs, layer, tree, index);
  });
  const binds = plan.readOnly.map((path) =>
    tableLine(path, join(directory, mergedPath(needs, layer, path)), "none", "bind,ro"),
  );
  return [...lines, ...binds].join("");
}

/**
 * Read-only trees: an empty directory on top makes them an overlay. It is a file system of its own,
 * because a tree may contain the sandbox's directory, and no lower directory may contain another.
 */
export function coverTable(needs: TableNeeds): string {
  const empty = join(needs.directory, "c", "empty");
  mkdirSync(empty, { recursive: true });
  const covers = needs.plan.covers.map((path, index) => {
    const shown = join("c", String(index));
    mkdirSync(join(needs.directory, shown));
    symlinkSync(path, join(needs.directory, "c", `l${index}`));
    const options = `ro,nodev,nosuid,userxattr,${SELF_CONTAINED},lowerdir=c/empty:c/l${index}`;
    return tableLine(`fix-${needs.id}`, join(needs.directory, shown), "overlay", options);
  });
  if (covers.length === 0) return "";
  return [tableLine("tmpfs", empty, "tmpfs", "size=4k,mode=755"), ...covers].join("");
}

/** Device files that root's jail can use but not change. */
export function deviceTable({ directory, uid }: TableNeeds): string {
  if (uid !== 0) return "";
  mkdirSync(join(directory, DEVICE_DIRECTORY), { recursive: true });
  return DEVICES.map((name) => {
    const at = join(directory, DEVICE_DIRECTORY, name);
    writeFileSync(at, "");
    return tableLine(`/dev/${name}`, at, "none", "bind,ro");
  }).join("");
}

/** Where a tree of a layer is shown, relative to the sandbox's directory. */
export function mergedPath({ uid, plan }: TableNeeds, layer: Layer, at: string): string {
  const isShownInRoot = uid === 0 && at !== "/";
  if (isShownInRoot) return join(layer.name, "m", "0", at);
  return join(layer.name, "m", String(plan.trees.findIndex((tree) => tree.at === at)));
}

function prepare(
  { directory, plan, uid, mountNumber }: TableNeeds,
  layer: Layer,
  index: number,
): void {
  const upper = join(directory, layer.name, "u", String(index));
  const lower = plan.trees[index]?.lower ?? "/";
  const isNew = mkdirSync(upper, { recursive: true }) !== undefined;
  mkdirSync(join(directory, layer.name, `w${mountNumber}`, String(index)), { recursive: true });
  if (!(uid === 0 && index > 0)) {
    mkdirSync(join(directory, layer.name, "m", String(index)), { recursive: true });
  }
  if (!isNew) return;
  // The root of a tree is shown as its layer has it: a closed directory must not look open.
  const { mode, uid: owner, gid } = statSync(lower);
  if (uid === 0) chownSync(upper, owner, gid);
  chmodSync(upper, mode & 0o7777);
}

function overlayLine(needs: TableNeeds, layer: Layer, tree: Tree, index: number): string {
  const { id, directory, isPrivileged, mountNumber, isVolatile } = needs;
  const lower = lowerNames(needs, layer, tree, index).join(":");
  const options = [
    "nodev,nosuid",
    ...(isPrivileged ? [] : ["userxattr"]),
    SELF_CONTAINED,
    // Without this, copying a file up syncs it; a commit syncs what stays.
    ...(isVolatile ? ["volatile"] : []),
    `lowerdir=${lower}`,
    `upperdir=${layer.name}/u/${index}`,
    `workdir=${layer.name}/w${mountNumber}/${index}`,
  ];
  const at = join(directory, mergedPath(needs, layer, tree.at));
  return tableLine(`fix-${id}`, at, "overlay", options.join(","));
}

/**
 * A second layer is mounted on what the first one shows. If the disk is itself an overlay, that
 * would be one level more than the kernel allows; then the first layer and the disk are both lower
 * directories, which the kernel refuses when one contains the other.
 */
function lowerNames(needs: TableNeeds, layer: Layer, tree: Tree, index: number): readonly string[] {
  const { directory } = needs;
  const link = (name: string, target: string): string => {
    const path = join(layer.name, `${name}${index}`);
    symlinkSync(target, join(directory, path));
    return path;
  };
  if (layer.on === null) {
    return [link(`l${needs.mountNumber}-`, tree.lower)];
  }
  if (isOnOverlay(tree.lower)) {
    return [`${layer.on.name}/u/${index}`, link("l", tree.lower)];
  }
  return [link("l", join(directory, mergedPath(needs, layer.on, tree.at)))];
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
