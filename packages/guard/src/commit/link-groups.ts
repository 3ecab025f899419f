/**
 * Hard links that the command made.
 *
 * Names of the layer with one inode were linked inside the sandbox. One of them is the leader: a
 * name whose file on the disk stays unchanged, else one that exists on the disk, else the first.
 * The others become links to it.
 */

import { asRaw } from "../disk/raw-path.ts";
import type { Change } from "./change.ts";

export interface FileName {
  readonly change: Change;
  /** Copied into the layer and left unchanged. */
  readonly isSame: boolean;
}

export function withLinks(names: readonly FileName[]): FileName[] {
  const leaders = new Map<string, FileName>();
  for (const name of names) {
    const key = linkKey(name);
    if (key === null) continue;
    const leader = leaders.get(key);
    if (leader === undefined || rank(name) < rank(leader)) leaders.set(key, name);
  }
  return names.map((name) => {
    const leader = leaders.get(linkKey(name) ?? "");
    if (leader === undefined || leader === name) return name;
    // Two untouched names of one inode had that inode on the disk already.
    if (name.isSame && leader.isSame && isOneFile(name, leader)) return name;
    const change = { ...name.change, kind: "link" as const, linkTo: asRaw(leader.change.path) };
    return { change, isSame: false };
  });
}

function linkKey({ change: { after } }: FileName): string | null {
  return after?.type === "file" && after.links > 1 ? `${after.dev}:${after.ino}` : null;
}

function rank({ isSame, change }: FileName): number {
  if (isSame) return 0;
  return change.before?.type === "file" ? 1 : 2;
}

function isOneFile(one: FileName, other: FileName): boolean {
  return one.change.before?.ino === other.change.before?.ino;
}
