/** Discards a repair without telling the market, which need not be reachable. */
import type { ContractId } from "@bazaar/kernel";
import type { Reviewed } from "./decision.ts";
import { forget, type RemoveNeeds } from "./remove-kept.ts";
import type { WaitingRepair } from "./waiting-repair.ts";
import { withReviewLock } from "./with-review-lock.ts";

export interface DiscardNeeds extends RemoveNeeds {
  /** Whether the repair was committed to the disk. */
  readonly isOnDisk: (waiting: WaitingRepair) => Promise<boolean>;
}

export function discard(id: ContractId, needs: DiscardNeeds): Promise<Reviewed> {
  return withReviewLock(id, needs, async (waiting) => {
    if (await isAccepted(waiting, needs)) return { is: "already_accepted" };
    const gone = await forget(waiting, needs);
    return gone.ok ? { is: "discarded" } : { is: "no_sandbox", refusal: gone.refusal };
  });
}

/**
 * Whether an acceptance has reached the disk: rejecting after that would mean using a fix without
 * paying. An acceptance that was interrupted before has changed nothing.
 */
export async function isAccepted(
  waiting: WaitingRepair,
  { isOnDisk }: Pick<DiscardNeeds, "isOnDisk">,
): Promise<boolean> {
  const step = waiting.kept?.step ?? "undecided";
  return step === "committed" || (step === "accepting" && (await isOnDisk(waiting)));
}
