/** What is left to decide about a repair that waits, by where its contract stands. */
import type { Contract } from "@bazaar/doors/http/connect";
import { entryHash, isEnded, type Row } from "@bazaar/kernel";
import { lastProposal } from "../repair/proposal.ts";
import type { WaitingRepair } from "./waiting-repair.ts";

export type ReviewStanding =
  /**
   * The market shows another history than was seen here before: it was set back, or it lies. On
   * such a word nothing is thrown away, committed or run.
   */
  | "contradicted"
  /** No fix has passed here yet: somebody has to stay with the contract. */
  | "working"
  /** The person decides, and the agent is paid or not. */
  | "reviewable"
  /** The agent was paid, by the clock or by the court; what it made is the person's. */
  | "paid"
  /** The person has said no, or the agent has gone to court. */
  | "in_court"
  /** It ended without the agent being paid for it; there is nothing to keep. */
  | "over";

const PAID: readonly Row[] = ["fulfilled", "ruled_fulfilled"];

export function reviewStanding(waiting: WaitingRepair, contract: Contract): ReviewStanding {
  if (!goesOn(waiting, contract)) return "contradicted";
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

/** Each entry names the one before it by its hash, so the last that was seen stands for them all. */
function goesOn({ known }: WaitingRepair, { transcript }: Contract): boolean {
  const last = transcript.entries[known.seq - 1];
  return last !== undefined && entryHash(last) === known.head;
}
