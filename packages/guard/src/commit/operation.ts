/** A commit in the journal: everything needed to finish it or roll it back. */

import type { Attributes } from "../disk/attributes.ts";
import type { DiskEntry, DiskEntryType } from "../disk/disk-entry.ts";
import type { RawPath } from "../disk/raw-path.ts";

/**
 * One name on the disk. With `old` and `fresh` it is replaced, with `fresh` alone it is new, with
 * `old` alone it is deleted. All places are on one volume, so that every step is a rename or a
 * link.
 */
export interface Operation {
  readonly path: RawPath;
  readonly old: DiskEntry | null;
  readonly fresh: Fresh | null;
  /** Where the old entry is stored. */
  readonly keptAt: RawPath;
  /** Where the new entry goes on a rollback. */
  readonly asideAt: RawPath;
  /** Set when `keptAt` is beside the name, because our directory is on another volume. */
  readonly archivedAt: RawPath | null;
  /** How many changes it carries: all those in a new directory. Default: 1. */
  readonly changes?: number;
  /** The same number for all that are undone together or not at all. */
  readonly group?: number;
}

export interface Fresh {
  /** Where the new entry is until then. */
  readonly from: RawPath;
  readonly ino: bigint;
  readonly type: DiskEntryType;
  /** The entry is first created as a hard link to this file. */
  readonly linkTo: RawPath | null;
}

/** A directory that stays: its time changes with its contents, and perhaps its mode. */
export interface DirectoryOperation {
  readonly path: RawPath;
  readonly ino: bigint;
  /** Its change time before. */
  readonly ctimeNs: bigint;
  readonly before: DirectoryFacts;
  readonly after: DirectoryFacts;
  /** Its owner cannot write to it: opened first, closed last. */
  readonly isClosed: boolean;
  /** See `Operation`. */
  readonly group?: number;
}

export interface DirectoryFacts {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly mtimeNs: bigint;
  readonly attributes: Attributes;
}

/** Set last on a directory inside a new tree, because files are written into it. */
export interface LateTouch {
  readonly path: RawPath;
  readonly mode: number;
  readonly mtimeNs: bigint;
}

export interface CommitPlan {
  readonly operations: readonly Operation[];
  readonly directories: readonly DirectoryOperation[];
  readonly lateTouches: readonly LateTouch[];
}
