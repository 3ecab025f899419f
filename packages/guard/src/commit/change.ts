/** What a sandboxed command would change on the real disk, one name at a time. */

import type { Attributes } from "../disk/attributes.ts";
import type { DiskEntry } from "../disk/disk-entry.ts";
import type { RawPath } from "../disk/raw-path.ts";
import type { LayerView } from "../sandbox/layer.ts";

/**
 * - `add`: a new name. Every entry of a new directory is a change of its own.
 * - `modify`: the same type, other contents, target or extended attributes.
 * - `meta`: only mode, owner, times, or a directory's extended attributes.
 * - `replace`: another type under the same name.
 * - `delete`: a name gone; for a directory, with everything below it.
 * - `link`: a hard link to `linkTo`, under a new name or in place of a file.
 */
export type ChangeKind = "add" | "modify" | "meta" | "replace" | "delete" | "link";

export interface Change {
  readonly kind: ChangeKind;
  /** On the real disk, absolute. */
  readonly path: RawPath;
  /** Where the new entry lies in the layer. */
  readonly source: RawPath;
  readonly before: DiskEntry | null;
  readonly after: DiskEntry | null;
  /** The inode of the directory that holds the name; null inside a directory that is new. */
  readonly parentIno: bigint | null;
  readonly linkTo: RawPath | null;
  /** How many files a deletion or replacement removes, itself included; otherwise 0. */
  readonly removed: number;
  /** Extended attributes of the new entry. */
  readonly attributes: Attributes;
  readonly attributesBefore: Attributes;
}

/** A directory that exists on both sides: its time becomes what a run without a sandbox leaves. */
export interface DirectoryTime {
  readonly path: RawPath;
  readonly source: RawPath;
  readonly parentIno: bigint | null;
  readonly before: DiskEntry;
  readonly after: DiskEntry;
}

export interface LayerDiff {
  /** Sorted by path. */
  readonly changes: readonly Change[];
  /** Devices and sockets: shown by name, never committed. */
  readonly refused: readonly { readonly path: RawPath; readonly type: "device" | "socket" }[];
  readonly directoryTimes: readonly DirectoryTime[];
  /** Leftovers of the overlay inside new directories, by their place in the layer. */
  readonly residue: readonly RawPath[];
  /** Directories of the layer that were opened for reading, and their original modes. */
  readonly lateModes: ReadonlyMap<RawPath, number>;
  /** Whether extended attributes could be read; if not, untouched copies count as changed. */
  readonly hasAttributes: boolean;
}

/** What a commit needs of a view: it moves files out of a layer that is no longer mounted. */
export type UnmountedLayer = Omit<LayerView, "opened" | typeof Symbol.asyncDispose>;
