/** The end of a repair without a word to anybody: its market need not be there. */
import type { ContractId } from "@bazaar/kernel";
import type { Reviewed } from "./decision.ts";
import { forget, type LetGoNeeds } from "./let-go.ts";
import type { WaitingRepair } from "./waiting-repair.ts";
import { whileHeld } from "./while-held.ts";

export interface DiscardNeeds extends LetGoNeeds {
  /** Whether a commit of that repair stands on the disk. */
  readonly isOnDisk: (waiting: WaitingRepair) => Promise<boolean>;
}

export function discard(id: ContractId, needs: DiscardNeeds): Promise<Reviewed> {
  return whileHeld(id, needs, async (waiting) => {
    if (await isAccepted(waiting, needs)) return { is: "already_accepted" };
    const gone = await forget(waiting, needs);
    return gone.ok ? { is: "discarded" } : { is: "no_sandbox", refusal: gone.refusal };
  });
}

/**
 * Whether the person's yes has reached the disk: to say no after that would be to take what is not
 * paid. A yes that was cut off before has changed nothing.
 */
export async function isAccepted(
  waiting: WaitingRepair,
  { isOnDisk }: Pick<DiscardNeeds, "isOnDisk">,
): Promise<boolean> {
  const step = waiting.kept?.step ?? "undecided";
  return step === "committed" || (step === "accepting" && (await isOnDisk(waiting)));
}
