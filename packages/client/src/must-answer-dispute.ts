import type { Contract } from "@bazaar/doors/connection";

/** The agent has brought a case before a bench, and the principal has not answered it yet. */
export function mustAnswerDispute({ state }: Contract): boolean {
  const { phase, case: dispute } = state;
  if (phase !== "awaiting_response" || dispute === null) return false;
  return dispute.leader === "agent" && !dispute.isAnswered;
}
