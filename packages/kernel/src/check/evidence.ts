/**
 * What reports about a check are worth. A principal's failure without evidence is accepted, because older
 * clients have none to send, but it shows as unsupported on the principal's record; a report that its own
 * evidence definitely contradicts is refused. The market has no such excuse: its verdict is what its
 * evidence shows, so that anyone can compute it again.
 */
import type { JsonObject } from "../canonical/json.ts";
import { accept, type Refusal, type Result, refuse } from "../refusal.ts";
import { judgeRun } from "./check.ts";
import { CHECK_KINDS, type Check, kindOf } from "./kinds.ts";
import type { Verdict } from "./verdict.ts";

/** A principal's report. Evidence without a verdict contradicts nothing. */
export function weighReport(
  checks: readonly Check[],
  isSuccess: boolean,
  evidence: JsonObject | null,
): Result<{ readonly isSupported: boolean }> {
  const found = contradiction(checks, isSuccess ? "pass" : "fail", evidence);
  if (found !== null && found.verdict !== "no_verdict") return refuse(found);
  return accept({ isSupported: isSupported(checks, evidence) });
}

/** Null if the evidence shows this verdict; nothing shows none. */
export function contradiction(
  checks: readonly Check[],
  reported: Verdict,
  evidence: JsonObject | null,
): Extract<Refusal, { code: "evidence_contradicts" }> | null {
  const verdict = evidence === null ? "no_verdict" : judgeRun(checks, evidence);
  return verdict === reported ? null : { code: "evidence_contradicts", reported, verdict };
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
