import { chainJson } from "../../canonical/chain-json.ts";
import type { Fields } from "../../canonical/fields.ts";
import type { JsonObject } from "../../canonical/json.ts";
import { invariant } from "../../invariant.ts";
import { accept } from "../../refusal.ts";
import { contest } from "../contest.ts";
import { decided, end, enter, withSeat } from "../moves.ts";
import { reading } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";

/** The principal says whether the fix passed. The agent may dispute the last failure. */
export const verify = reading({
  by: "principal",
  from: ["verifying", "review"],
  read: (data) => ({
    isSuccess: data.boolean("success"),
    explanation: data.optional("explanation", (name) =>
      data.string(name, { max: TEXT_LIMITS.explanation }),
    ),
    evidence: data.optional("evidence", (name) => readEvidence(data, name)),
  }),
  apply({ state, nowMs }, { isSuccess }) {
    const { seat, terms } = state;
    invariant(seat !== null, "a fix is verified without an agent");
    if (isSuccess) return accept(end(state, "fulfilled", "fulfilled"));
    const attempts = seat.attempts + 1;
    const failed = withSeat(state, { attempts });
    if (attempts < terms.rules.maxAttempts) return decided(enter(failed, "in_progress", nowMs));
    return accept(contest(failed, "exhausted", nowMs));
  },
});

function readEvidence(data: Fields, name: string): JsonObject {
  const evidence = data.jsonObject(name);
  if (chainJson(evidence).length > TEXT_LIMITS.evidence) {
    data.fault(name, `longer than ${TEXT_LIMITS.evidence} characters`);
  }
  return evidence;
}
