/**
 * A layer as a copy of the working directory, shown in its place or where the caller says; everything
 * else is read-only.
 * It needs no mounts but the jail's own. What was written is found by comparing the two trees.
 */
import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { invariant } from "@bazaar/kernel";
import { removeTree } from "../disk/remove-tree.ts";
import { DEVICES } from "../jail/jail-arguments.ts";
import { TEMPORARY } from "../view/plan-view.ts";
import { shownInJail } from "../view/shown-in-jail.ts";
import { CopyFailed, copyInto, copyTree } from "./copy-tree.ts";
import type { Holder } from "./holder.ts";
import type { LayerTree } from "./layer.ts";
import type { LayerStore, ShownLayer, StoredLayer, ThrowAwayLayer } from "./layer-store.ts";
import type { LostPlace } from "./lost-writes.ts";
import { makeFiles } from "./skeleton.ts";
import { SCRATCH_DIRECTORY } from "./state-directory.ts";
import type { TreePlan } from "./trees.ts";

export const FIX_COPY = "a";
/** Root's own devices. */
export const DEVICE_DIRECTORY = "d";
/** Made-up files. */
const MADE_UP = "k";

interface CopyNeeds {
  /** What is copied. */
  readonly source: string;
  /** Where commands see the copy. */
  readonly shownAt: string;
  /** The sandbox's own directory. */
  readonly directory: string;
  readonly plan: TreePlan;
}

export class CopyStore implements LayerStore {
  readonly kind = "copy";
  readonly isMounted = false;
  readonly #needs: CopyNeeds;
  #copies = 0;
  #isViewed = false;

  private constructor(needs: CopyNeeds) {
    this.#needs = needs;
  }

  /** @throws CopyFailed */
  static async make(needs: CopyNeeds, uid: number): Promise<CopyStore> {
    await copyTree(needs.source, join(needs.directory, FIX_COPY));
    return CopyStore.reopen(needs, uid);
  }

  /** For a copy that exists already. @throws CopyFailed */
  static async reopen(needs: CopyNeeds, uid: number): Promise<CopyStore> {
    const { directory, plan } = needs;
    if (uid === 0) await copyDevices(join(directory, DEVICE_DIRECTORY));
    if (plan.view !== null) makeFiles(join(directory, MADE_UP), plan.view.files);
    makeScratch(join(directory, SCRATCH_DIRECTORY), plan);
    return new CopyStore(needs);
  }

  async begin(holder: Holder): Promise<void> {
    // A commit moves files out of the copy, which would then look as if they had been deleted.
    invariant(!this.#isViewed, "nothing runs in a copy after a view of it");
    await holder.ready();
  }

  fixLayer(): ShownLayer {
    return this.#shown(FIX_COPY, SCRATCH_DIRECTORY);
  }

  async throwAwayLayer(): Promise<ThrowAwayLayer> {
    const { directory } = this.#needs;
    this.#copies += 1;
    const name = `b${this.#copies}`;
    await copyTree(join(directory, FIX_COPY), join(directory, name));
    // Its own: what the fix wrote there is not kept, so it proves nothing.
    const scratch = `${name}-${SCRATCH_DIRECTORY}`;
    makeScratch(join(directory, scratch), this.#needs.plan);
    return {
      ...this.#shown(name, scratch),
      discard: async () => {
        await removeTree(join(directory, scratch));
        await removeTree(join(directory, name));
      },
    };
  }

  /** The jail covers hidden files with mounts, which cannot be written to. */
  writtenInFront(): readonly LostPlace[] {
    return [];
  }

  lostPlaces(): readonly LostPlace[] {
    const { directory, plan } = this.#needs;
    const scratch = join(directory, SCRATCH_DIRECTORY);
    return plan.scratch.map((at, index) => ({ at, from: join(scratch, String(index)) }));
  }

  trees(): readonly LayerTree[] {
    this.#isViewed = true;
    return this.stored().trees.map((tree) => ({ ...tree, merged: tree.upper }));
  }

  stored(): StoredLayer {
    const { source, directory } = this.#needs;
    const upper = join(directory, FIX_COPY);
    return { path: FIX_COPY, marks: null, trees: [{ lower: source, upper, rootMadeAtNs: null }] };
  }

  #shown(name: string, scratch: string): ShownLayer {
    const { shownAt, directory, plan } = this.#needs;
    const { view } = plan;
    invariant(view !== null, "a copy is shown in a view");
    const shown = shownInJail(view, {
      scratchAt: (path) => join(directory, scratch, `${plan.scratch.indexOf(path)}`),
      fileAt: (path) => join(directory, MADE_UP, path),
      scratchBytes: 0,
    });
    const copy = { from: join(directory, name), to: shownAt, isWritable: true };
    return { root: { shown }, binds: [copy], mount: null };
  }
}

function makeScratch(folder: string, { scratch }: CopyNeeds["plan"]): void {
  scratch.forEach((at, index) => {
    const path = join(folder, String(index));
    mkdirSync(path, { recursive: true });
    chmodSync(path, TEMPORARY.includes(at) ? 0o1777 : 0o755);
  });
}

/** Root gets copies: in a jail it could change the mode of the machine's own devices. */
async function copyDevices(directory: string): Promise<void> {
  mkdirSync(directory);
  await copyInto(
    directory,
    DEVICES.map((name) => join("/dev", name)),
  );
  try {
    readFileSync(join(directory, "null"));
  } catch (cause) {
    throw new CopyFailed(`devices do not work in ${directory}`, { cause });
  }
}
