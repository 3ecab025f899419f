/**
 * The steps of one check, each with a name and its own verdict.
 *
 * A check of a job asks several things at once: that a hash is right, that a patch applies, that tests
 * pass. Listing them tells both sides which one decided, and gives the result one hash to sign.
 */
import type { JsonObject } from "../canonical/json.ts";
import { rfc8785Hash } from "../canonical/rfc8785.ts";
import { invariant } from "../invariant.ts";
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

/** As a job's result shows it: `passed` is false for a step without a verdict, too. */
export function verificationResult(
  named: readonly NamedCheck[],
  trajectoryValid: boolean,
): JsonObject {
  const checks = named.map(({ name, verdict, details }) => ({
    name,
    passed: verdict === "pass",
    // Half a surrogate pair, as in a path that is cut, has no hash.
    details: details === null ? null : details.toWellFormed(),
  }));
  const hash = rfc8785Hash(checks);
  invariant(hash.ok, "named checks are texts and booleans, which have a hash");
  return {
    passed: verdictOf(named) === "pass",
    checks,
    trajectory_valid: trajectoryValid,
    evidence_hash: hash.value,
  };
}
