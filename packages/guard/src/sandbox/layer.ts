/**
 * What a sandbox leaves for the diff and the commit: one tree per overlay, seen from three sides.
 *
 * `merged` is what the command saw, held mounted in a namespace of its own and read through
 * /proc/PID/root; it is the only side whose absences can be trusted. Deletions are read from it,
 * never from the formats of whiteouts.
 */
import type { DiskEntry } from "../disk/disk-entry.ts";
import type { Identity } from "../disk/identity.ts";
import type { RawPath } from "../disk/raw-path.ts";

export interface LayerTree {
  /** The tree on the real disk, as the person knows it: a project, a home, `/`. */
  readonly lower: string;
  /** What was written, as overlayfs keeps it. Its files can be renamed out of it. */
  readonly upper: string;
  readonly merged: string;
  /** The time that the root of `upper` has until a name in it changes; null if it says nothing. */
  readonly rootMadeAtNs: bigint | null;
}

/** What stood on the disk under a name, as it was then. */
export interface SeenEntry extends Identity, Pick<DiskEntry, "size" | "mtimeNs" | "ctimeNs"> {}

export interface LayerView extends AsyncDisposable {
  readonly trees: readonly LayerTree[];
  /** The working directory that the commands ran in, on the real disk. */
  readonly directory: string;
  /** Where journal and backups of a commit go: same owner as the sandbox, mode 0700, durable. */
  readonly stateDirectory: string;
  /**
   * The change time of a file made on the lower disk when the sandbox opened. Whatever changed at
   * or after it changed behind the sandbox's back: a change time cannot be forged by `touch`.
   */
  readonly openedAtNs: bigint;
  /**
   * What stood on the disk under names that the layer holds when it was kept. Empty for a sandbox
   * that never was: only whoever comes days later finds names gone that he never saw, a clock that
   * was set meanwhile, or another disk in the place of the one he knew.
   */
  readonly wasThere: ReadonlyMap<RawPath, SeenEntry>;
  /** Directories of the layer that a diff opened for reading, and the mode they shall have. */
  readonly opened: Map<RawPath, number>;
  /** Called before a commit takes the first file out: from then on the layer is not whole. */
  readonly beforeMoving: () => void;
}
