/**
 * The group of what a user's overlay wrote. A user namespace knows only the user's main group, so
 * that is what every written entry has; without a sandbox an old file keeps its group, and a new
 * one takes that of a directory with the set-gid bit.
 */
import { chmodSync, lchownSync } from "node:fs";
import type { DiskEntry } from "../disk/disk-entry.ts";
import { entryAt } from "../disk/disk-entry.ts";
import { isRoot } from "../disk/owner-access.ts";
import { bytesOf } from "../disk/raw-path.ts";
import type { Change } from "./change.ts";
import type { Mover } from "./mover.ts";

const SET_GID = 0o2000;

/** `after` with the group that it will have in `parent`, in place of `before`. */
export function withRealGroup(
  after: DiskEntry,
  before: DiskEntry | null,
  parent: DiskEntry,
): DiskEntry {
  const wanted = before?.gid ?? ((parent.mode & SET_GID) === 0 ? after.gid : parent.gid);
  // A directory that stays keeps its group; to give away another file one has to be a member.
  const stays = before?.type === "directory" && after.type === "directory";
  return stays || ownGroups().has(wanted) ? { ...after, gid: wanted } : after;
}

/** Before anything moves: gives what is in the layer the groups of the diff. */
export function giveGroups(mover: Mover, included: readonly Change[]): void {
  if (isRoot()) return;
  for (const { kind, source, before, after, linkTo } of included) {
    const staysItself = kind === "meta" && before?.type === "directory";
    const now = after === null || staysItself || linkTo !== null ? null : entryAt(source);
    if (after === null || now === null || now.gid === after.gid) continue;
    mover.announce(`chown ${source}`);
    lchownSync(bytesOf(source), now.uid, after.gid);
    // The kernel takes the set-gid bit from a file that changes its group.
    if (now.type === "file") chmodSync(bytesOf(source), now.mode);
  }
}

function ownGroups(): ReadonlySet<number> {
  return new Set([process.getgid?.() ?? -1, ...(process.getgroups?.() ?? [])]);
}
