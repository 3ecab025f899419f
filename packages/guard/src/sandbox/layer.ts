/**
 * What a sandbox leaves for the diff and the commit: one tree per overlay, seen from three sides.
 *
 * `merged` is what the command saw, held mounted in a namespace of its own and read through
 * /proc/PID/root; it is the only side whose absences can be trusted. Deletions are read from it,
 * never from the formats of whiteouts.
 */
export interface LayerTree {
  /** The tree on the real disk, as the person knows it: a project, a home, `/`. */
  readonly lower: string;
  /** What was written, as overlayfs keeps it. Its files can be renamed out of it. */
  readonly upper: string;
  readonly merged: string;
}

export interface LayerView extends AsyncDisposable {
  readonly trees: readonly LayerTree[];
  /** Where journal and backups of a commit go: same owner as the sandbox, mode 0700, durable. */
  readonly stateDirectory: string;
  /**
   * The change time of a file made on the lower disk when the sandbox opened. Whatever changed at
   * or after it changed behind the sandbox's back: a change time cannot be forged by `touch`.
   */
  readonly openedAtNs: bigint;
}
