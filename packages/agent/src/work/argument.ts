/** What the agent says to a court when nobody says it better: the record, entry by entry. */

import type { Contract } from "@bazaar/doors/http/connect";
import {
  type Entry,
  isJsonObject,
  type JsonObject,
  judgeAll,
  type Terms,
  type Verdict,
} from "@bazaar/kernel";

const MAX_LINES = 20;

export function argumentOn({ state, transcript }: Contract): string {
  const lines = transcript.entries.flatMap((entry) => lineOn(entry, state.terms));
  const claim =
    lines.length === 0
      ? "No fix of mine was verified. I worked as agreed and changed nothing outside the fix."
      : "I worked as agreed and changed nothing outside the fixes that stand in the transcript.";
  return [claim, ...lines.slice(-MAX_LINES)].join("\n");
}

function lineOn({ type, seq, data }: Entry, terms: Terms): readonly string[] {
  if (type === "fix") return [`Entry ${seq}: I handed in a fix, whole and with its explanation.`];
  if (type !== "verify") return [];
  const said = data.success === true ? "success" : "failure";
  if (!isJsonObject(data.evidence)) {
    return [`Entry ${seq}: the principal reported ${said} and showed no evidence.`];
  }
  const verdict = checksSay(terms, data.evidence);
  return [
    `Entry ${seq}: the principal reported ${said}; the agreed checks say ${verdict} to its evidence.`,
  ];
}

/** One run is the evidence for every check that was agreed. */
export function checksSay({ checks }: Terms, evidence: JsonObject): Verdict {
  return judgeAll(
    checks,
    checks.map(() => evidence),
  );
}
