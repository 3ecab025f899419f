/** What an earlier run of the buyer, or a court, has found of the last result. */
import type { Contract } from "@bazaar/doors/connection";
import { isJsonObject, judgeRun, namedChecks } from "@bazaar/kernel";
import { trajectoryLook } from "./look-at-trajectory.ts";
import type { VerifiedResult } from "./verify-result.ts";

export function recordedResult({
  state: { terms },
  transcript: { entries },
}: Contract): [result: string | null, verified: VerifiedResult | null] {
  const at = entries.findLastIndex(({ type }) => type === "fix");
  const fix = entries[at]?.data.fix;
  if (typeof fix !== "string") return [null, null];
  const shown = entries.slice(at).findLast(({ data }) => isJsonObject(data.evidence));
  const evidence = isJsonObject(shown?.data.evidence) ? shown.data.evidence : null;
  if (evidence === null) return [fix, null];
  const { reason } = evidence;
  const verified = {
    verdict: judgeRun(terms.checks, evidence),
    named: terms.checks.flatMap((check) => namedChecks(check, evidence)),
    evidence,
    trajectory: trajectoryLook(evidence),
    reason: typeof reason === "string" ? reason : null,
  };
  return [fix, verified];
}
