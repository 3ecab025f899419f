/**
 * Sends a message before the agent's turn runs out while a solver is working. The number of such
 * messages is limited; after that the agent leaves, because a timeout costs the same and tells the
 * principal nothing.
 */
import type { Contract } from "@bazaar/doors/http/connect";
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
    if (!mayTalk(contract)) {
      giveUp("The agent ran out of time.");
      return;
    }
    const answer = await act(context, "message", { message: MESSAGE });
    if (!answer.ok) await watch.changed(AGAIN_MS);
  }
}

function isOurTurn({ state }: Contract): boolean {
  return state.deadline?.kind === "turn" && state.deadline.waitingFor === "agent";
}

function marginMs({ state }: Contract): number {
  return Math.min(MARGIN_MS, (state.terms.rules.turnSeconds * 1_000) / 3);
}

function mayTalk({ state }: Contract): boolean {
  const { seat, terms } = state;
  if (seat === null) return false;
  const { maxTalkTurns, maxMessages } = terms.rules;
  return seat.talkTurns < maxTalkTurns && seat.messages.agent < maxMessages;
}
