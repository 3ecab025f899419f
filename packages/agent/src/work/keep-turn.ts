/**
 * Never silent: while a solver thinks, the agent says so before its turn runs out. Talk keeps a
 * turn alive only so often; then the agent leaves in order, because to be found absent costs the
 * same and tells the principal nothing.
 */
import type { Contract } from "@bazaar/doors/http/connect";
import { act, type Desk } from "./desk.ts";

const MESSAGE = "Still working on it.";
/** Before the turn ends there must be time for a market that is slow to answer. */
const MARGIN_MS = 40_000;
const AGAIN_MS = 5_000;

/** Gives up when talk no longer helps. */
export async function keepTurn(desk: Desk, giveUp: (reason: string) => void): Promise<void> {
  const { watch } = desk;
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
    const answer = await act(desk, "message", { message: MESSAGE });
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
