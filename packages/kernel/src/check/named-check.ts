/**
 * The steps of one check, each with a name and its own verdict.
 *
 * A check of a job asks several things at once: that a hash is right, that a patch applies, that tests
 * pass. Listing them tells both sides which one decided.
 */
import type { JsonObject } from "../canonical/json.ts";
import { evidenceHash } from "./evidence-hash.ts";
import type { Verdict } from "./verdict.ts";

export interface NamedCheck {
  readonly name: string;
  readonly verdict: Verdict;
  /** For a person, or null. It may have text that a party wrote. */
  readonly details: string | null;
}

/** One failure fails; otherwise one missing verdict, or no step at all, leaves it open. */
export function verdictOf(named: readonly NamedCheck[]): Verdict {
  if (named.some(({ verdict }) => verdict === "fail")) return "fail";
  const isPassed = named.length > 0 && named.every(({ verdict }) => verdict === "pass");
  return isPassed ? "pass" : "no_verdict";
}

/** What evidence shows of a job's result: `passed` is false for a step without a verdict, too. */
export function verificationResult(
  named: readonly NamedCheck[],
  evidence: JsonObject | null,
): JsonObject {
  return {
    passed: verdictOf(named) === "pass",
    checks: named.map(({ name, verdict, details }) => ({
      name,
      passed: verdict === "pass",
      // A path that is cut may end in half a surrogate pair, which has no UTF-8 form.
      details: details === null ? null : details.toWellFormed(),
    })),
    evidence_hash: evidenceHash(evidence ?? undefined),
  };
}
