/**
 * Layers as overlays: everything writable is covered, and nothing is copied before it is written
 * to.
 *
 * The fix layer stays mounted while commands run, so that there is only one view of it. A
 * throw-away layer is mounted on top of it for one command.
 */
import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { removeTree } from "../disk/remove-tree.ts";
import type { Bind } from "../jail/jail-arguments.ts";
import { type Holder, HolderFailed } from "./holder.ts";
import type { LayerTree } from "./layer.ts";
import type { LayerStore, ShownLayer, StoredLayer, ThrowAwayLayer } from "./layer-store.ts";
import {
  coverTable,
  deviceTable,
  type Layer,
  layerTable,
  mergedPath,
  type TableNeeds,
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
      discard: (holder) => this.#discard(holder, layer),
    };
  }

  trees(holder: Holder): readonly LayerTree[] {
    const { plan, directory } = this.#needs;
    const merged = plan.trees.map(({ at }) => mergedPath(this.#table(), FIX_LAYER, at));
    return this.stored().trees.map((tree, index) => ({
      ...tree,
      merged: `/proc/${holder.pid}/root${join(directory, merged[index] ?? "")}`,
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
    rmSync(join(needs.directory, "c"), { recursive: true, force: true });
    const text = layerTable(needs, FIX_LAYER) + coverTable(needs) + deviceTable(needs);
    await holder.mount({ name: "a.table", text });
  }

  #table(): TableNeeds {
    return { ...this.#needs, mountNumber: this.#mountNumber, isVolatile: this.#isVolatile };
  }

  #shown(layer: Layer): Pick<ShownLayer, "root" | "binds"> {
    const { plan, directory } = this.#needs;
    if (plan.trees[0]?.at !== "/") return { root: "read-only", binds: this.#binds(layer) };
    return { root: { merged: join(directory, mergedPath(this.#table(), layer, "/")) }, binds: [] };
  }

  #binds(layer: Layer): readonly Bind[] {
    const { plan, directory } = this.#needs;
    const own = (...names: string[]) => join(directory, ...names);
    return [
      ...plan.covers.map((to, index) => ({ from: own("c", String(index)), to, isWritable: false })),
      ...plan.scratch.map((to, index) => ({
        from: own(SCRATCH_DIRECTORY, String(index)),
        to,
        isWritable: true,
      })),
      ...plan.trees.map(({ at }) => ({
        from: own(mergedPath(this.#table(), layer, at)),
        to: at,
        isWritable: true,
      })),
    ];
  }

  async #discard(holder: Holder, layer: Layer): Promise<void> {
    const { plan, directory, uid } = this.#needs;
    const count = uid === 0 ? 1 : plan.trees.length;
    holder.unmount(Array.from({ length: count }, (_, index) => `${layer.name}/m/${index}`));
    // It can be removed while mounted: nothing reads it any more.
    await removeTree(join(directory, layer.name));
  }
}
