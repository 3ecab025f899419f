/**
 * Where a sandbox keeps what commands write, and how a jail sees it. Overlays are one way, a copy
 * of the working directory is the other; the sandbox itself is the same for both.
 */
import type { Bind, JailPlan } from "../jail/jail-arguments.ts";
import type { Holder, MountTable } from "./holder.ts";
import type { LayerTree } from "./layer.ts";
import type { RungName } from "./rung.ts";

export interface ShownLayer {
  readonly root: JailPlan["root"];
  readonly binds: readonly Bind[];
  /** What the holder mounts before it starts the jail. */
  readonly mount: MountTable | null;
}

export interface ThrowAwayLayer extends ShownLayer {
  discard(holder: Holder): Promise<void>;
}

export interface LayerStore {
  readonly rung: RungName;
  /** Whether its holder mounts anything, and so needs a mount namespace of its own. */
  readonly isMounted: boolean;
  /** Makes the layer that a fix writes to ready in a holder that just began. @throws HolderFailed */
  begin(holder: Holder): Promise<void>;
  fixLayer(): ShownLayer;
  /** On top of the fix's layer. @throws CopyFailed */
  throwAwayLayer(): Promise<ThrowAwayLayer>;
  /** What the fix wrote, to be looked at. */
  trees(holder: Holder): readonly LayerTree[];
}
