/** A commit as the journal keeps it: every fact that is needed to finish it or to take it back. */

import type { DiskEntry, DiskEntryType } from "../disk/disk-entry.ts";
import type { RawPath } from "../disk/raw-path.ts";
import type { Attributes } from "./attributes.ts";

/**
 * One name on the disk. With `old` and `fresh` it is exchanged, with `fresh` alone it is new, with
 * `old` alone it goes. All places lie on one volume, so that every step is a rename or a link.
 */
export interface Operation {
  readonly path: RawPath;
  readonly old: DiskEntry | null;
  readonly fresh: Fresh | null;
  /** Where the old entry is kept. */
  readonly keptAt: RawPath;
  /** Where the new entry goes when the commit is taken back. */
  readonly asideAt: RawPath;
  /** Set when `keptAt` is beside the name, because our directory is on another volume. */
  readonly archivedAt: RawPath | null;
}

export interface Fresh {
  /** Where the new entry waits. */
  readonly from: RawPath;
  readonly ino: bigint;
  readonly type: DiskEntryType;
  /** The entry is made first, as another name of this file. */
  readonly linkTo: RawPath | null;
}

/** A directory that stays: what changes in it moves its time, and sometimes its mode is the change. */
export interface DirectoryOperation {
  readonly path: RawPath;
  readonly ino: bigint;
  /** Its change time before. */
  readonly ctimeNs: bigint;
  readonly before: DirectoryFacts;
  readonly after: DirectoryFacts;
  /** Its owner cannot write in it: opened first, closed last. */
  readonly isClosed: boolean;
}

export interface DirectoryFacts {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly mtimeNs: bigint;
  readonly attributes: Attributes;
}

/** What a directory inside a new tree gets last, because it had to be written in. */
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
