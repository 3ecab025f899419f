/**
 * Layers as overlays: everything writable is covered, and nothing is copied before it is written
 * to.
 *
 * The fix layer stays mounted while commands run, so that there is only one view of it. A
 * throw-away layer is mounted on top of it for one command.
 */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { removeTree } from "../disk/remove-tree.ts";
import { type Holder, HolderFailed } from "./holder.ts";
import type { LayerTree } from "./layer.ts";
import type { LayerStore, ShownLayer, StoredLayer, ThrowAwayLayer } from "./layer-store.ts";
import type { LostPlace } from "./lost-writes.ts";
import { writtenInFront } from "./mask-layers.ts";
import {
  coverTable,
  deviceTable,
  fillMemory,
  type Layer,
  layerTable,
  memoryTable,
  type TableNeeds,
  treePath,
} from "./overlay-table.ts";
import { SCRATCH_DIRECTORY } from "./state-directory.ts";

const FIX_LAYER: Layer = { name: "a", on: null };
/** What the fix layer wrote, one directory per tree of the plan. */
export const FIX_UPPERS = join(FIX_LAYER.name, "u");

interface OverlayNeeds extends Omit<TableNeeds, "mountNumber" | "isVolatile"> {
  /** See `LayerTree.rootMadeAtNs`, for the trees of a layer that was kept. */
  readonly madeAtNs: ReadonlyMap<string, bigint>;
}

export class OverlayStore implements LayerStore {
  readonly kind = "overlay";
  readonly isMounted = true;
  readonly #needs: OverlayNeeds;
  #mountNumber = 0;
  #isVolatile = true;

  constructor(needs: OverlayNeeds) {
    this.#needs = needs;
  }

  get marks(): "trusted" | "user" {
    return this.#needs.isPrivileged ? "trusted" : "user";
  }

  async begin(holder: Holder): Promise<void> {
    const needs = this.#table();
    if (needs.plan.view !== null) {
      await holder.mount({ name: "memory.table", text: memoryTable(needs) });
      fillMemory(needs, join(rootOf(holder), needs.directory));
    }
    try {
      await this.#mountFixLayer(holder);
    } catch (error) {
      if (!(error instanceof HolderFailed) || !this.#isVolatile) throw error;
      // Kernels before 5.10 do not know the option; any other problem occurs again at once.
      this.#isVolatile = false;
      await this.#mountFixLayer(holder);
    }
  }

  fixLayer(): ShownLayer {
    return { ...this.#shown(FIX_LAYER), mount: null };
  }

  async throwAwayLayer(): Promise<ThrowAwayLayer> {
    this.#mountNumber += 1;
    const layer: Layer = { name: `b${this.#mountNumber}`, on: FIX_LAYER };
    return {
      ...this.#shown(layer),
      mount: { name: `${layer.name}.table`, text: layerTable(this.#table(), layer) },
      discard: () => this.#discard(layer),
    };
  }

  writtenInFront(): readonly LostPlace[] {
    const { plan, directory } = this.#needs;
    return plan.trees.flatMap(({ at }, index) =>
      writtenInFront(plan, at, join(directory, FIX_UPPERS, String(index))),
    );
  }

  lostPlaces(): readonly LostPlace[] {
    return [{ at: "/", from: join(this.#needs.directory, SCRATCH_DIRECTORY) }];
  }

  trees(holder: Holder): readonly LayerTree[] {
    return this.stored().trees.map((tree, index) => ({
      ...tree,
      merged: join(rootOf(holder), treePath(this.#needs, FIX_LAYER, index)),
    }));
  }

  stored(): StoredLayer {
    const { plan, directory, madeAtNs } = this.#needs;
    const trees = plan.trees.map(({ at, lower }, index) => {
      const upper = join(directory, FIX_UPPERS, String(index));
      const { birthtimeNs } = lstatSync(upper, { bigint: true });
      return { lower, upper, rootMadeAtNs: madeAtNs.get(at) ?? birthtimeNs };
    });
    return { path: FIX_UPPERS, marks: this.marks, trees };
  }

  async #mountFixLayer(holder: Holder): Promise<void> {
    this.#mountNumber += 1;
    const needs = this.#table();
    const text = coverTable(needs) + layerTable(needs, FIX_LAYER) + deviceTable(needs);
    await holder.mount({ name: "a.table", text });
  }

  #table(): TableNeeds {
    return { ...this.#needs, mountNumber: this.#mountNumber, isVolatile: this.#isVolatile };
  }

  #shown(layer: Layer): Pick<ShownLayer, "root" | "binds"> {
    return { root: { merged: join(this.#needs.directory, layer.name, "v") }, binds: [] };
  }

  /** It is still mounted in the holder, where nothing reads it any more: the kernel unmounts it. */
  async #discard(layer: Layer): Promise<void> {
    await removeTree(join(this.#needs.directory, layer.name));
  }
}

/** Everything as the holder sees it, with its mounts. */
function rootOf(holder: Holder): string {
  return `/proc/${holder.pid}/root`;
}
