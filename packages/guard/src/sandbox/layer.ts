/**
 * What a sandbox hands to diff and commit: one tree per overlay, seen from three sides.
 *
 * `merged` is what the command saw, mounted in the holder's namespace and read through
 * /proc/PID/root. Deletions are read from it, never from whiteout formats.
 */
import type { DiskEntry } from "../disk/disk-entry.ts";
import type { Identity } from "../disk/identity.ts";
import type { RawPath } from "../disk/raw-path.ts";

export interface LayerTree {
  /** The tree on the real disk: a project, a home, `/`. */
  readonly lower: string;
  /** What was written, as overlayfs stores it. Its files can be renamed out of it. */
  readonly upper: string;
  readonly merged: string;
  /** The modification time of the root of `upper` until a name in it changes; null if unknown. */
  readonly rootMadeAtNs: bigint | null;
}

/** A file on the disk, as it was at some moment. */
export interface SeenEntry extends Identity, Pick<DiskEntry, "size" | "mtimeNs" | "ctimeNs"> {}

export interface LayerView extends AsyncDisposable {
  readonly trees: readonly LayerTree[];
  /** The working directory that the commands ran in, on the real disk. */
  readonly directory: string;
  /** Where journal and backups of a commit go: same owner as the sandbox, mode 0700, durable. */
  readonly stateDirectory: string;
  /**
   * The change time of a file made on the lower disk when the sandbox opened. Everything that
   * changed at or after it changed outside the sandbox; a change time cannot be set by `touch`.
   */
  readonly openedAtNs: bigint;
  /**
   * What the disk had, when the sandbox was kept, under names that the layer holds. Empty for a
   * sandbox that was never kept. Days later, files may have vanished, the clock may have been set,
   * or another disk may be mounted.
   */
  readonly wasThere: ReadonlyMap<RawPath, SeenEntry>;
  /** Directories of the layer that a diff opened for reading, and their original modes. */
  readonly opened: Map<RawPath, number>;
  /** Called before a commit moves the first file out: from then on the layer is incomplete. */
  readonly beforeMoving: () => void;
}
