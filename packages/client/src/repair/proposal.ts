/** Reads an agent's proposal from its `fix` entry. */
import type { Contract } from "@bazaar/doors/connection";
import type { Proposal } from "./repair-event.ts";

export interface Proposed {
  readonly proposal: Proposal;
  /** The entry's number in the transcript. */
  readonly seq: number;
}

/** The latest, or null; with each text changed. */
export function lastProposal(
  { transcript }: Contract,
  change = (text: string): string => text,
): Proposed | null {
  const entry = transcript.entries.findLast(({ type }) => type === "fix");
  if (entry === undefined) return null;
  const text = (name: string): string | null => {
    const value = entry.data[name];
    return typeof value === "string" ? change(value) : null;
  };
  const proposal = {
    fix: text("fix") ?? "",
    explanation: text("explanation"),
    correctedCommand: text("command"),
  };
  return { proposal, seq: entry.seq };
}
