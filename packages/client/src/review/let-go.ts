/**
 * The end of what is kept of a repair. The layer goes first: a record without one is found again,
 * a layer without a record is only found by its label. A layer that somebody has open stays, and
 * its record with it.
 */
import { existsSync } from "node:fs";
import type { KeptSandbox, Opened } from "@bazaar/guard/sandbox";
import type { WaitingRepair } from "./waiting-repair.ts";
import type { WaitingRepairs } from "./waiting-repairs.ts";

export interface LetGoNeeds {
  readonly repairs: WaitingRepairs;
  readonly discardKept: (id: string) => Promise<Opened<null>>;
}

/** The repair without its layer, on record; or why the layer is still there. */
export async function dropLayer(
  waiting: WaitingRepair,
  { repairs, discardKept }: LetGoNeeds,
): Promise<Opened<WaitingRepair>> {
  const { kept } = waiting;
  if (kept === null || kept.sandbox === null) return { ok: true, value: waiting };
  const discarded = await discardKept(kept.sandbox);
  if (!discarded.ok && discarded.refusal.code !== "nothing_kept") return discarded;
  const without = { ...waiting, kept: { ...kept, sandbox: null } };
  repairs.write(without);
  return { ok: true, value: without };
}

/** There is nothing to wait for any more. */
export async function forget(waiting: WaitingRepair, needs: LetGoNeeds): Promise<Opened<null>> {
  const dropped = await dropLayer(waiting, needs);
  if (!dropped.ok) return dropped;
  needs.repairs.remove(waiting.contract);
  return { ok: true, value: null };
}

/**
 * Layers of this person's that no record names: a process ended between the two. Others' layers
 * may lie in the same place; they are told apart by their labels.
 */
export async function clearOrphans(
  layers: readonly KeptSandbox[],
  { repairs, discardKept }: LetGoNeeds,
): Promise<void> {
  for (const { id, label } of layers) {
    if (label !== null && isOrphan(id, label, repairs)) await discardKept(id);
  }
}

function isOrphan(id: string, label: string, repairs: WaitingRepairs): boolean {
  if (!repairs.isRecord(label)) return false;
  const waiting = repairs.all().repairs.find(({ contract }) => repairs.pathOf(contract) === label);
  // What cannot be read may name it.
  if (waiting === undefined) return !existsSync(label);
  const named = waiting.kept?.sandbox ?? null;
  // A record that names none may be about to name this one.
  return named !== null && named !== id;
}
