import type { JsonObject } from "../../canonical/json.ts";
import { isSupported, judgeRun } from "../../check/check.ts";
import { invariant } from "../../invariant.ts";
import { accept, type Refused, refuse } from "../../refusal.ts";
import { contest } from "../contest.ts";
import { decided, end, enter, withSeat } from "../moves.ts";
import { readEvidence, reading } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";
import type { Terms } from "../terms.ts";

/**
 * The principal says whether the fix passed. The agent may dispute the last failure. What it says must
 * not contradict its own evidence; a failure without evidence is counted.
 */
export const verify = reading({
  by: "principal",
  from: ["verifying", "review"],
  read: (data) => ({
    isSuccess: data.boolean("success"),
    explanation: data.optional("explanation", (name) =>
      data.string(name, { max: TEXT_LIMITS.explanation }),
    ),
    evidence: readEvidence(data),
  }),
  apply({ state, nowMs }, { isSuccess, evidence }) {
    const { seat, terms } = state;
    invariant(seat !== null, "a fix is verified without an agent");
    const contradiction = contradicted(terms, isSuccess, evidence);
    if (contradiction !== null) return contradiction;
    if (isSuccess) return accept(end(state, "fulfilled", "fulfilled"));
    const attempts = seat.attempts + 1;
    const unsupported = state.unsupported + (isSupported(terms.checks, evidence) ? 0 : 1);
    const failed = withSeat({ ...state, unsupported }, { attempts });
    if (attempts < terms.rules.maxAttempts) return decided(enter(failed, "in_progress", nowMs));
    return accept(contest(failed, "exhausted", nowMs));
  },
});

/** Evidence without a verdict contradicts nothing. */
function contradicted(
  { checks }: Terms,
  isSuccess: boolean,
  evidence: JsonObject | null,
): Refused | null {
  const verdict = evidence === null ? "no_verdict" : judgeRun(checks, evidence);
  if (verdict === "no_verdict" || (verdict === "pass") === isSuccess) return null;
  return refuse({ code: "evidence_contradicts", success: isSuccess, verdict });
}
