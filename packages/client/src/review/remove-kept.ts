/**
 * Removes what is kept of a repair. The layer goes first: a record without a layer is found again, a
 * layer without a record only by its label. A layer that is open stays, and so does its record.
 */
import { existsSync } from "node:fs";
import type { KeptSandbox, Opened } from "@bazaar/guard/sandbox";
import type { WaitingRepair } from "./waiting-repair.ts";
import type { WaitingRepairs } from "./waiting-repairs.ts";

export interface RemoveNeeds {
  readonly repairs: WaitingRepairs;
  readonly discardKept: (id: string) => Promise<Opened<null>>;
}

/** Removes the layer and records that; or says why the layer is still there. */
export async function dropLayer(
  waiting: WaitingRepair,
  { repairs, discardKept }: RemoveNeeds,
): Promise<Opened<WaitingRepair>> {
  const { kept } = waiting;
  if (kept === null || kept.sandbox === null) return { ok: true, value: waiting };
  const discarded = await discardKept(kept.sandbox);
  if (!discarded.ok && discarded.refusal.code !== "nothing_kept") return discarded;
  const without = { ...waiting, kept: { ...kept, sandbox: null } };
  repairs.write(without);
  return { ok: true, value: without };
}

/** Removes the layer and the record. */
export async function forget(waiting: WaitingRepair, needs: RemoveNeeds): Promise<Opened<null>> {
  const dropped = await dropLayer(waiting, needs);
  if (!dropped.ok) return dropped;
  needs.repairs.remove(waiting.contract);
  return { ok: true, value: null };
}

/**
 * Removes this user's layers that no record names, left by a process that was killed. Other
 * people's layers may be in the same directory; the labels tell them apart.
 */
export async function clearOrphans(
  layers: readonly KeptSandbox[],
  { repairs, discardKept }: RemoveNeeds,
): Promise<void> {
  for (const { id, label } of layers) {
    if (label !== null && isOrphan(id, label, repairs)) await discardKept(id);
  }
}

function isOrphan(id: string, label: string, repairs: WaitingRepairs): boolean {
  if (!repairs.isRecord(label)) return false;
  const waiting = repairs.all().repairs.find(({ contract }) => repairs.pathOf(contract) === label);
  // A record that cannot be read may name it.
  if (waiting === undefined) return !existsSync(label);
  const named = waiting.kept?.sandbox ?? null;
  // A record without a layer may be about to name this one.
  return named !== null && named !== id;
}
