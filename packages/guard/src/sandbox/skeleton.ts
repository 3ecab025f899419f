/**
 * The empty tree in which a view is assembled: directories and files to mount on, links, and
 * made-up files.
 */
import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isBelow } from "../jail/masks.ts";
import { kindOf } from "../view/places-on-disk.ts";
import type { View } from "../view/plan-view.ts";
import type { TreePlan } from "./trees.ts";

/** Where bubblewrap mounts its own, and what is there on every system. */
const COMMON = ["/proc", "/sys", "/dev", "/run", "/mnt", "/srv", "/root"];

const PERMISSIONS = 0o7777;

export function makeSkeleton(root: string, plan: TreePlan): void {
  const { view } = plan;
  if (view === null) return;
  const at = (path: string) => join(root, path);
  for (const path of skeletonDirectories(plan)) mkdirSync(at(path), { recursive: true });
  for (const path of view.scratch) chmodSync(at(path), statSync(path).mode & PERMISSIONS);
  for (const path of plan.readOnly) {
    if (kindOf(path) === "directory") mkdirSync(at(path), { recursive: true });
    else makeFile(at(path), "");
  }
  makeFiles(root, view.files);
  // Last, and none below another: nothing may be made through a link.
  const links = [...view.links, ...plan.links];
  for (const { at: link, to } of links) {
    const isBelowLink = links.some((other) => other.at !== link && isBelow(link, other.at));
    if (isBelowLink || kindOf(at(link)) !== null) continue;
    mkdirSync(dirname(at(link)), { recursive: true });
    symlinkSync(to, at(link));
  }
}

/** Files that are made up, each below `root` as it is named. */
export function makeFiles(root: string, files: View["files"]): void {
  for (const [path, text] of files) makeFile(join(root, path), text);
}

/** The directories that it begins with, without those above them. */
export function skeletonDirectories({ view, pieces, covers }: TreePlan): readonly string[] {
  if (view === null) return [];
  return [
    ...COMMON,
    ...view.directories,
    ...view.scratch,
    ...pieces.map((piece) => piece.at),
    ...covers,
  ];
}

function makeFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
