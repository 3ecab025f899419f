import { weighReport } from "../../check/evidence.ts";
import { invariant } from "../../invariant.ts";
import { accept, refuse } from "../../refusal.ts";
import type { PartyRule } from "../act.ts";
import { contest } from "../contest.ts";
import { decided, end, enter, withSeat } from "../moves.ts";
import { optional, reading, runEvidence, text } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";

/**
 * The principal says whether the fix passed. The agent may dispute the last failure. What it says must
 * not contradict its own evidence; a failure without evidence shows as unsupported on its record.
 */
export const verify: PartyRule = {
  by: "principal",
  from: ["in_progress", "verifying", "review"],
  isLong: true,
  isUnlimited: true,
  ...reading(
    {
      success: (data, name) => data.boolean(name),
      explanation: optional(text({ max: TEXT_LIMITS.explanation })),
      evidence: runEvidence,
    },
    ({ state, act, nowMs }, { success: isSuccess, evidence }) => {
      const { seat, terms, phase } = state;
      invariant(seat !== null, "a fix is verified without an agent");
      // What was agreed on in words may be done before anything is handed in.
      if (phase === "in_progress" && !(isSuccess && terms.work.kind === "task")) {
        return refuse({ code: "wrong_phase", phase, act: act.type });
      }
      const report = weighReport(terms.checks, isSuccess, evidence);
      if (!report.ok) return report;
      if (isSuccess) return accept(end(state, "fulfilled", "fulfilled"));
      const attempts = seat.attempts + 1;
      const unsupported = state.unsupported + (report.value.isSupported ? 0 : 1);
      const failed = withSeat({ ...state, unsupported }, { attempts });
      const isExpired = state.expiresMs !== null && nowMs >= state.expiresMs;
      if (attempts < terms.rules.maxAttempts && !isExpired) {
        return decided(enter(failed, "in_progress", nowMs));
      }
      return accept(contest(failed, "exhausted", nowMs));
    },
  ),
};
