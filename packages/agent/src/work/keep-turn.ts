/**
 * Sends a message before the agent's turn runs out while a solver is working. The number of such
 * messages is limited; after that the agent leaves, because a timeout costs the same and tells the
 * principal nothing. Before acceptance messages gain no time: there the agent accepts if it risks
 * nothing, and leaves otherwise.
 */
import type { Contract } from "@bazaar/doors/connection";
import { act, type WorkContext } from "./work-context.ts";

const MESSAGE = "Still working on it.";
/** Leaves time for a slow market. */
const MARGIN_MS = 40_000;
const AGAIN_MS = 5_000;

/** Calls `giveUp` when no more messages are allowed. */
export async function keepTurn(
  context: WorkContext,
  giveUp: (reason: string) => void,
): Promise<void> {
  const { watch } = context;
  while (!watch.signal.aborted) {
    const { contract } = watch;
    if (!isOurTurn(contract)) {
      await watch.changed();
      continue;
    }
    const spareMs = watch.leftMs() - marginMs(contract);
    if (spareMs > 0) {
      await watch.changed(spareMs);
      continue;
    }
    const isLook = contract.state.phase === "investigating";
    if (isLook ? !isWithoutRisk(contract) : !mayTalk(contract)) {
      giveUp("The agent ran out of time.");
      return;
    }
    const answer = isLook
      ? await act(context, "accept")
      : await act(context, "message", { message: MESSAGE });
    if (!answer.ok) await watch.changed(AGAIN_MS);
  }
}

function isOurTurn({ state }: Contract): boolean {
  const { deadline } = state;
  const isTurn = deadline?.kind === "turn" || deadline?.kind === "look";
  return isTurn && deadline.waitingFor === "agent";
}

function marginMs({ state }: Contract): number {
  return Math.min(MARGIN_MS, (state.terms.rules.turnSeconds * 1_000) / 3);
}

/** Whether leaving later costs the agent nothing, and it has no price to name. */
function isWithoutRisk({ state }: Contract): boolean {
  const { pots } = state.terms;
  return pots.every(({ schedule, due }) => schedule === "symmetric-bond" && due.agent === 0n);
}

function mayTalk({ state }: Contract): boolean {
  const { seat, terms } = state;
  if (seat === null) return false;
  const { maxTalkTurns, maxMessages } = terms.rules;
  return seat.talkTurns < maxTalkTurns && seat.messages.agent < maxMessages;
}
