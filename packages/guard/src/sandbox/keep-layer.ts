/**
 * Keeps the layer of a closed sandbox under a name that no sweep removes.
 *
 * Until it has that name the directory belongs to its process and is removed with it. Data is
 * synced before the rename, and the rename before `keep` returns: from then on it survives a power
 * cut.
 */
import { randomBytes } from "node:crypto";
import { chmodSync, readdirSync, realpathSync, renameSync } from "node:fs";
import { join } from "node:path";
import { Directories } from "../disk/directories.ts";
import { entryAt } from "../disk/disk-entry.ts";
import { identityOf } from "../disk/identity.ts";
import type { OnStep } from "../disk/on-step.ts";
import { OWNER_ALL } from "../disk/owner-access.ts";
import { bytesOf, type RawPath, rawPath } from "../disk/raw-path.ts";
import { NotRemoved, removeTree } from "../disk/remove-tree.ts";
import { syncDirectory } from "../disk/sync-directory.ts";
import { syncVolumes } from "../disk/sync-volumes.ts";
import { errorCode } from "../error-code.ts";
import type { Claim } from "./claim-kept.ts";
import { keptDirectory, keptSandbox } from "./kept-directory.ts";
import { type KeptRecord, writeRecord } from "./kept-record.ts";
import type { KeptSandbox } from "./kept-sandbox.ts";
import type { StoredLayer } from "./layer-store.ts";
import type { SandboxPlace } from "./state-directory.ts";
import type { TreePlan } from "./trees.ts";
import { namesOnDisk, type WasThere, writeNames } from "./was-there.ts";

export interface EndedSandbox {
  readonly place: SandboxPlace;
  readonly layer: StoredLayer;
  readonly kind: KeptRecord["kind"];
  readonly plan: TreePlan;
  readonly uid: number;
  /** As commands see it, and where it really is. */
  readonly directory: string;
  readonly realDirectory: string;
  readonly openedAtNs: bigint;
  readonly wasThere: WasThere;
  /** Directories that diffs opened for reading, and their original modes. */
  readonly opened: ReadonlyMap<RawPath, number>;
  /** What is kept beside the layer. */
  readonly others: readonly string[];
  /** What it was reopened from. */
  readonly claim: Claim | null;
  /** See `Keeping`. */
  readonly label: string | null;
}

const ID_BYTES = 8;

export async function keepLayer(sandbox: EndedSandbox, onStep: OnStep): Promise<KeptSandbox> {
  const { place, layer, claim } = sandbox;
  // Before the directories are closed again.
  const names = namesOnDisk(layer.trees, sandbox.wasThere);
  onStep("close what a diff opened");
  closeAgain(sandbox.opened);
  onStep("remove what only an open sandbox needs");
  await removeOthers(place.directory, layer.path, sandbox.others);
  onStep("write its record");
  const namesHash = writeNames(place.directory, names);
  const record = recordOf(sandbox, namesHash);
  writeRecord(place.directory, record);
  onStep("sync the layer");
  using directories = new Directories();
  await syncVolumes(directories, [rawPath(realpathSync(place.directory))]);
  onStep("give it the name of a kept one");
  const generation = (claim?.directory.generation ?? 0) + 1;
  const kept = keptDirectory(place.base, record.id, generation);
  renameSync(place.directory, kept.path);
  try {
    onStep("sync its name");
    syncDirectory(place.base);
  } catch (error) {
    // Nobody was told of it yet, so it goes back to being removed with its process.
    renameSync(kept.path, place.directory);
    throw error;
  }
  if (claim !== null) await removeReplaced(claim, onStep);
  return keptSandbox(record);
}

/** What cannot be removed now is swept later; the new one is valid either way. */
async function removeReplaced(claim: Claim, onStep: OnStep): Promise<void> {
  try {
    onStep("remove the one it replaces");
    await claim.remove();
  } catch (error) {
    if (!(error instanceof NotRemoved) && errorCode(error) === "") throw error;
    await claim.release();
  }
}

function recordOf(sandbox: EndedSandbox, namesHash: string): KeptRecord {
  const { claim, layer, plan, directory, realDirectory, kind, uid, openedAtNs } = sandbox;
  return {
    id: claim?.record.id ?? randomBytes(ID_BYTES).toString("hex"),
    keptAtMs: Date.now(),
    uid,
    kind,
    marks: layer.marks,
    directory,
    identity: identityOf(rawPath(realDirectory)),
    openedAtNs,
    trees: layer.trees.map(({ lower, rootMadeAtNs }, index) => ({
      at: plan.trees[index]?.at ?? lower,
      identity: identityOf(rawPath(lower)),
      rootMadeAtNs,
    })),
    scratch: plan.scratch,
    namesHash,
    label: claim?.record.label ?? sandbox.label,
  };
}

/** Inner directories first: the outer ones lead to them. */
function closeAgain(opened: ReadonlyMap<RawPath, number>): void {
  for (const [path, mode] of [...opened].toReversed()) {
    const now = entryAt(path);
    if (now?.type === "directory" && now.mode === (mode | OWNER_ALL)) {
      chmodSync(bytesOf(path), mode);
    }
  }
}

async function removeOthers(
  directory: string,
  layer: string,
  others: readonly string[],
): Promise<void> {
  const [top = "", inner] = layer.split("/");
  const rest = readdirSync(directory).filter((name) => name !== top && !others.includes(name));
  const besideIt = inner === undefined ? [] : readdirSync(join(directory, top));
  for (const name of rest) await removeTree(join(directory, name));
  for (const name of besideIt.filter((each) => each !== inner)) {
    await removeTree(join(directory, top, name));
  }
}
