/**
 * Where a sandbox stores what commands write, and how a jail sees it: as overlays, or as a copy of
 * the working directory.
 */
import type { Bind, JailPlan } from "../jail/jail-arguments.ts";
import type { Holder, MountTable } from "./holder.ts";
import type { LayerTree } from "./layer.ts";
import type { LostPlace } from "./lost-writes.ts";
import type { SandboxKind } from "./sandbox-kind.ts";

export interface ShownLayer {
  readonly root: JailPlan["root"];
  readonly binds: readonly Bind[];
  /** What the holder mounts before it starts the jail. */
  readonly mount: MountTable | null;
}

export interface ThrowAwayLayer extends ShownLayer {
  discard(): Promise<void>;
}

/** A layer without its mounts. */
export interface StoredLayer {
  /** All of it, in the sandbox's own directory. */
  readonly path: string;
  /** The attribute namespace that overlayfs used; null for a copy. */
  readonly marks: "trusted" | "user" | null;
  readonly trees: readonly Omit<LayerTree, "merged">[];
}

export interface LayerStore {
  readonly kind: SandboxKind;
  /** Whether its holder mounts anything, and so needs a mount namespace of its own. */
  readonly isMounted: boolean;
  /** Prepares the fix layer in a new holder. @throws HolderFailed */
  begin(holder: Holder): Promise<void>;
  fixLayer(): ShownLayer;
  /** On top of the fix's layer. @throws CopyFailed */
  throwAwayLayer(): Promise<ThrowAwayLayer>;
  /** What the fix wrote in front of hidden files: to be removed before its changes are looked at. */
  writtenInFront(): readonly LostPlace[];
  /** Where else the fix could write: none of it is kept. */
  lostPlaces(): readonly LostPlace[];
  /** What the fix wrote, for a diff. */
  trees(holder: Holder): readonly LayerTree[];
  /** The same without a holder, for keeping. */
  stored(): StoredLayer;
}
