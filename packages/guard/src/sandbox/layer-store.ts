/**
 * Where a sandbox keeps what commands write, and how a jail sees it. Overlays are one way, a copy
 * of the working directory is the other; the sandbox itself is the same for both.
 */
import type { Bind, JailPlan } from "../jail/jail-arguments.ts";
import type { Holder, MountTable } from "./holder.ts";
import type { LayerTree } from "./layer.ts";
import type { SandboxKind } from "./sandbox-kind.ts";

export interface ShownLayer {
  readonly root: JailPlan["root"];
  readonly binds: readonly Bind[];
  /** What the holder mounts before it starts the jail. */
  readonly mount: MountTable | null;
}

export interface ThrowAwayLayer extends ShownLayer {
  discard(holder: Holder): Promise<void>;
}

/** What is left of a layer when nothing is mounted any more. */
export interface LastingLayer {
  /** All of it, in the sandbox's own directory. */
  readonly path: string;
  /** Where overlayfs wrote what it must remember; null where it wrote nothing. */
  readonly marks: "trusted" | "user" | null;
  readonly trees: readonly Omit<LayerTree, "merged">[];
}

export interface LayerStore {
  readonly kind: SandboxKind;
  /** Whether its holder mounts anything, and so needs a mount namespace of its own. */
  readonly isMounted: boolean;
  /** Makes the layer that a fix writes to ready in a holder that just began. @throws HolderFailed */
  begin(holder: Holder): Promise<void>;
  fixLayer(): ShownLayer;
  /** On top of the fix's layer. @throws CopyFailed */
  throwAwayLayer(): Promise<ThrowAwayLayer>;
  /** What the fix wrote, to be looked at. */
  trees(holder: Holder): readonly LayerTree[];
  /** The same without a holder, to be kept. */
  lasting(): LastingLayer;
}
