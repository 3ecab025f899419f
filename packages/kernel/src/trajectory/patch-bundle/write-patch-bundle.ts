/** The Verified Patch Bundle: three files with fixed names, from one trajectory. */
import { rfc8785 } from "../../canonical/rfc8785.ts";
import { accept, type Result } from "../../refusal.ts";
import { matchStatement } from "../match-statement.ts";
import type { Trajectory } from "../read-replay.ts";
import { replayText } from "../write-replay.ts";
import { type PatchSummary, prSummary } from "./pr-summary.ts";
import { type SessionFacts, sessionReceipt } from "./session-receipt.ts";

export interface PatchBundle {
  readonly "PR_SUMMARY.md": string;
  readonly "RECEIPT.json": string;
  readonly "REPLAY.jsonl": string;
}

/** Refused if a payment has a fraction, or the statement is about another trajectory. */
export function writePatchBundle(
  trajectory: Trajectory,
  summary: PatchSummary,
  facts: SessionFacts = {},
): Result<PatchBundle> {
  // Measures of the session are doubles; money inside it is not, as in every receipt.
  const payments = rfc8785(facts.payments ?? []);
  if (!payments.ok) return payments;
  const match = facts.statement === undefined ? null : matchStatement(facts.statement, trajectory);
  if (match?.ok === false) return match;
  const receipt = rfc8785(sessionReceipt(trajectory, facts), "doubles");
  if (!receipt.ok) return receipt;
  return accept({
    "PR_SUMMARY.md": prSummary(trajectory, summary),
    "RECEIPT.json": `${receipt.value}\n`,
    "REPLAY.jsonl": replayText(trajectory),
  });
}
