/**
 * Lets one process at a time decide on a repair: two at once could commit what the other rejected.
 */
import type { ContractId } from "@bazaar/kernel";
import type { Reviewed } from "./decision.ts";
import type { WaitingRepair } from "./waiting-repair.ts";
import type { WaitingRepairs } from "./waiting-repairs.ts";

export async function withReviewLock(
  id: ContractId,
  { repairs }: { readonly repairs: WaitingRepairs },
  decide: (waiting: WaitingRepair) => Promise<Reviewed>,
): Promise<Reviewed> {
  const held = await repairs.lock(id);
  if (held.is === "taken") return { is: "in_use" };
  if (held.is === "impossible") {
    const { problem } = held;
    return {
      is: "no_sandbox",
      refusal: { code: "sandbox_unavailable", problem, remedy: "fix doctor" },
    };
  }
  await using _lock = held.lock;
  const waiting = repairs.find(id);
  if (waiting !== null) return await decide(waiting);
  repairs.removeLock(id);
  return { is: "gone" };
}
