/** What is left to decide about a kept repair, by its contract's state. */
import type { Contract } from "@bazaar/doors/connection";
import { entryHash, isEnded, type Row } from "@bazaar/kernel";
import { lastProposal } from "../repair/proposal.ts";
import type { WaitingRepair } from "./waiting-repair.ts";

export type ReviewStanding =
  /**
   * The market shows another history than before: it was restored from a backup, or it lies. Then
   * nothing is discarded, committed or run.
   */
  | "contradicted"
  /** No fix has passed yet: the contract must be attended. */
  | "working"
  /** The user can accept or reject. */
  | "reviewable"
  /** The agent was paid, by timeout or by the court; the fix is the user's. */
  | "paid"
  /** The user has rejected the fix, or a dispute is open. */
  | "in_court"
  /** It ended without payment to the agent; there is nothing to keep. */
  | "over";

const PAID: readonly Row[] = ["fulfilled", "ruled_fulfilled"];

export function reviewStanding(waiting: WaitingRepair, contract: Contract): ReviewStanding {
  if (!extendsKnown(waiting, contract)) return "contradicted";
  const { kept } = waiting;
  const { phase, outcome } = contract.state;
  if (isEnded(phase)) return outcome !== null && PAID.includes(outcome.row) ? "paid" : "over";
  switch (phase) {
    case "review":
      return kept?.fixSeq === lastProposal(contract)?.seq ? "reviewable" : "working";
    case "contest":
    case "awaiting_response":
    case "deliberating":
    case "ruled":
    case "halted":
      return "in_court";
    default:
      return "working";
  }
}

/** Entries are hash-linked, so comparing the last known one covers all before it. */
function extendsKnown({ known }: WaitingRepair, { transcript }: Contract): boolean {
  const last = transcript.entries[known.seq - 1];
  return last !== undefined && entryHash(last) === known.head;
}
