/**
 * What the principal's report of a verification is worth. A failure without evidence is accepted, because
 * older clients have none to send, but it shows as unsupported on the principal's record; a report that
 * its own evidence definitely contradicts is refused.
 */
import type { JsonObject } from "../canonical/json.ts";
import { accept, type Result, refuse } from "../refusal.ts";
import { judgeRun } from "./check.ts";
import { CHECK_KINDS, type Check, kindOf } from "./kinds.ts";
import type { Verdict } from "./verdict.ts";

/** Evidence without a verdict contradicts nothing. */
export function weighReport(
  checks: readonly Check[],
  isSuccess: boolean,
  evidence: JsonObject | null,
): Result<{ readonly isSupported: boolean }> {
  const verdict = evidence === null ? "no_verdict" : judgeRun(checks, evidence);
  if (verdict !== "no_verdict" && (verdict === "pass") !== isSuccess) {
    return refuse({ code: "evidence_contradicts", success: isSuccess, verdict });
  }
  return accept({ isSupported: isSupported(checks, evidence) });
}

/**
 * Whether evidence says anything that one of the checks asks about. A principal's own judgement needs
 * none, so where it decides alone nothing is missing.
 */
export function isSupported(checks: readonly Check[], evidence: JsonObject | null): boolean {
  const asking = checks.flatMap(({ method }) => kindOf(method).isSupported ?? []);
  return asking.length === 0 || asking.some((isSupported) => isSupported(evidence ?? {}));
}

/**
 * What a report of the principal shows. `passed` is its own admission that all checks passed, with which
 * it may still report a failure: it does not take the fix for another reason.
 */
export function shownVerdict(checks: readonly Check[], evidence: JsonObject): Verdict {
  return evidence.passed === true ? "pass" : judgeRun(checks, evidence);
}

/** The fields that decide the checks. */
export const DECIDING_FIELDS: readonly string[] = CHECK_KINDS.map(({ decidedBy }) => decidedBy);

/** The evidence without what decides a check: there is no verdict on the rest. */
export function undecided(evidence: JsonObject): JsonObject {
  const rest = Object.entries(evidence).filter(([name]) => !DECIDING_FIELDS.includes(name));
  return Object.fromEntries(rest);
}
