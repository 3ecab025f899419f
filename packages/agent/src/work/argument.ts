/**
 * The agent's default argument before a court: the record, entry by entry. Only the last verification
 * is judged: matching its patterns takes time that the agent needs to answer.
 */

import type { Contract } from "@bazaar/doors/connection";
import { type Entry, isJsonObject, shownVerdict, type Terms } from "@bazaar/kernel";

const MAX_LINES = 20;

export function argumentOn({ state, transcript }: Contract): string {
  const judged = transcript.entries.findLast(({ type }) => type === "verify");
  const lines = transcript.entries.flatMap((entry) =>
    lineOn(entry, entry === judged ? state.terms : null),
  );
  const claim =
    lines.length === 0
      ? "No fix of mine was verified. I worked as agreed and changed nothing outside the fix."
      : "I worked as agreed and changed nothing outside the fixes in the transcript.";
  return [claim, ...lines.slice(-MAX_LINES)].join("\n");
}

/** `terms` is null where the evidence is not judged. */
function lineOn({ type, seq, data }: Entry, terms: Terms | null): readonly string[] {
  if (type === "fix") return [`Entry ${seq}: I submitted a fix with its explanation.`];
  if (type !== "verify") return [];
  const said = data.success === true ? "success" : "failure";
  if (!isJsonObject(data.evidence)) {
    return [`Entry ${seq}: the principal reported ${said} without evidence.`];
  }
  if (terms === null) return [`Entry ${seq}: the principal reported ${said} with evidence.`];
  const verdict = shownVerdict(terms.checks, data.evidence);
  return [
    `Entry ${seq}: the principal reported ${said}; the agreed checks give ${verdict} on its evidence.`,
  ];
}
