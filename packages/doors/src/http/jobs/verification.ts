/** What is known of a job's last result: the steps of its checks on the last evidence that was recorded. */
import {
  type Entry,
  isJsonObject,
  type JsonObject,
  namedChecks,
  type Terms,
  verdictOf,
  verificationResult,
} from "@bazaar/kernel";
import { z } from "zod";

export const CHECK_STEPS = z.array(
  z.object({ name: z.string(), passed: z.boolean(), details: z.string().nullable() }),
);

export const VERIFICATION = z.object({
  passed: z.boolean(),
  checks: CHECK_STEPS,
  trajectory_valid: z
    .boolean()
    .describe("Whether the record of how it was made was seen, and is right."),
  evidence_hash: z.string().nullable().describe("As receipts name evidence."),
});

/** Null until the buyer has reported, or the market has checked, with evidence. */
export function verificationOf({ checks }: Terms, entries: readonly Entry[]): JsonObject | null {
  const handedIn = entries.findLastIndex(({ type }) => type === "fix");
  const since = entries.slice(Math.max(0, handedIn));
  const evidence = evidenceIn(since.filter(({ type }) => type === "verify" || type === "checked"));
  if (evidence === null) return null;
  const steps = checks.flatMap((check) => namedChecks(check, evidence));
  const trajectory = namedChecks({ method: "trajectory" }, evidence);
  return {
    ...verificationResult(steps, evidence),
    trajectory_valid: verdictOf(trajectory) === "pass",
  };
}

/** The last that was shown. */
export function evidenceIn(entries: readonly Entry[]): JsonObject | null {
  const shown = entries.findLast(({ data }) => isJsonObject(data.evidence));
  return isJsonObject(shown?.data.evidence) ? shown.data.evidence : null;
}
