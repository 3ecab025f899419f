/**
 * What is hidden inside a tree: a lower directory in front of it, with an empty file in the place
 * of every secret, and made-up files. Mounts would show where the secrets are, would have to be
 * made again for every command, and a directory with a mount in it cannot be removed.
 *
 * What a user's overlay could not copy up is there as a copy.
 *
 * A command can write to hidden names. What it writes is forgotten before anybody looks at the
 * changes: the real files are not what it saw.
 */
import {
  chmodSync,
  chownSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  type Stats,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { isBelow } from "../jail/masks.ts";
import type { LostPlace } from "./lost-writes.ts";
import type { Regrouped } from "./other-groups.ts";
import type { TreePlan } from "./trees.ts";

const PERMISSIONS = 0o7777;

/** What stands in front of a tree or cover. */
export interface InFront {
  readonly hidden: ReadonlyMap<string, string>;
  readonly regrouped: Regrouped;
}

/** Null if there is nothing. */
export function inFrontOf(plan: TreePlan, at: string): InFront | null {
  const hidden = hiddenBelow(plan, at);
  const isCopied = (path: string) => {
    const tree = plan.pieces.findLast((piece) => isBelow(path, piece.at))?.tree;
    return tree === at && !isHidden(path, hidden);
  };
  const regrouped = {
    directories: plan.regrouped.directories.filter((path) => path !== at && isCopied(path)),
    files: plan.regrouped.files.filter(isCopied),
  };
  const isEmpty = [hidden.size, regrouped.directories.length, regrouped.files.length].every(
    (size) => size === 0,
  );
  return isEmpty ? null : { hidden, regrouped };
}

function isHidden(path: string, hidden: ReadonlyMap<string, string>): boolean {
  return path !== "/" && (hidden.has(path) || isHidden(dirname(path), hidden));
}

/** The contents of what stands in front of the names below a tree or cover, by path. */
function hiddenBelow(plan: TreePlan, at: string): ReadonlyMap<string, string> {
  const { view, pieces, covers } = plan;
  if (view === null) return new Map();
  const shown = covers.includes(at)
    ? [at]
    : pieces.filter(({ tree }) => tree === at).map((piece) => piece.at);
  const isShown = (path: string) =>
    path !== at && shown.some((place) => path !== place && isBelow(path, place));
  const masks = [...view.masks.directories, ...view.masks.files];
  return new Map([
    ...masks.filter(isShown).map((path) => [path, ""] as const),
    ...[...view.files].filter(([path]) => isShown(path)),
  ]);
}

/** Directories on the way to a mask are shown in front of the real ones, so they look the same. */
export function makeMasks(
  layer: string,
  at: string,
  { hidden, regrouped }: InFront,
  uid: number,
): void {
  const made = new Set<string>();
  const make = (path: string): void => {
    if (made.has(path)) return;
    if (path !== at) make(dirname(path));
    mkdirSync(join(layer, relative(at, path)), { recursive: path === at });
    made.add(path);
  };
  for (const [path, text] of hidden) {
    make(dirname(path));
    writeFileSync(join(layer, relative(at, path)), text);
  }
  for (const path of regrouped.directories) make(path);
  for (const path of regrouped.files) {
    make(dirname(path));
    copyToOwnGroup(path, join(layer, relative(at, path)));
  }
  // Inner ones first: making an entry changes the times of its directory.
  for (const path of [...made].reverse()) {
    const copy = join(layer, relative(at, path));
    const real = statSync(path, { throwIfNoEntry: false });
    // Others may remove a directory after it was planned; then an empty one does no harm.
    if (real === undefined) continue;
    if (uid === 0) chownSync(copy, real.uid, real.gid);
    makeAlike(real, copy);
  }
}

function copyToOwnGroup(path: string, copy: string): void {
  copyFileSync(path, copy);
  // Node copies the group too, where it may.
  chownSync(copy, process.getuid?.() ?? -1, process.getgid?.() ?? -1);
  makeAlike(statSync(path), copy);
}

function makeAlike({ mode, atimeMs, mtimeMs }: Stats, copy: string): void {
  chmodSync(copy, mode & PERMISSIONS);
  utimesSync(copy, atimeMs / 1_000, mtimeMs / 1_000);
}

/** What commands wrote in front of hidden names, of one tree. */
export function writtenInFront(plan: TreePlan, at: string, upper: string): readonly LostPlace[] {
  return [...hiddenBelow(plan, at).keys()].flatMap((path) => {
    const written = withoutLinks(upper, relative(at, path).split("/"));
    return written === null ? [] : [{ at: path, from: written }];
  });
}

/** The path of an entry that exists, unless a link, which a command may have made, leads to it. */
function withoutLinks(top: string, parts: readonly string[]): string | null {
  let path = top;
  for (const [index, part] of parts.entries()) {
    path = join(path, part);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    if (index < parts.length - 1 && !stats.isDirectory()) return null;
  }
  return path;
}
