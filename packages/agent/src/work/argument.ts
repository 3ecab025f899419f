/** The agent's default argument before a court: the record, entry by entry. */

import type { Contract } from "@bazaar/doors/http/connect";
import { type Entry, isJsonObject, shownVerdict, type Terms } from "@bazaar/kernel";

const MAX_LINES = 20;

export function argumentOn({ state, transcript }: Contract): string {
  const lines = transcript.entries.flatMap((entry) => lineOn(entry, state.terms));
  const claim =
    lines.length === 0
      ? "No fix of mine was verified. I worked as agreed and changed nothing outside the fix."
      : "I worked as agreed and changed nothing outside the fixes in the transcript.";
  return [claim, ...lines.slice(-MAX_LINES)].join("\n");
}

function lineOn({ type, seq, data }: Entry, terms: Terms): readonly string[] {
  if (type === "fix") return [`Entry ${seq}: I submitted a fix with its explanation.`];
  if (type !== "verify") return [];
  const said = data.success === true ? "success" : "failure";
  if (!isJsonObject(data.evidence)) {
    return [`Entry ${seq}: the principal reported ${said} without evidence.`];
  }
  const verdict = shownVerdict(terms.checks, data.evidence);
  return [
    `Entry ${seq}: the principal reported ${said}; the agreed checks give ${verdict} on its evidence.`,
  ];
}
