/** Why a job is in dispute, in the words of jobs: the first step of its checks that failed decides. */
import {
  type Entry,
  isJsonObject,
  type JsonObject,
  type NamedCheck,
  namedChecks,
  type Terms,
} from "@bazaar/kernel";

export const TRIGGERS = [
  "patch_fails_to_apply",
  "tests_fail_after_patch",
  "hash_mismatch",
  "trajectory_invalid",
  "timeout",
  "output_irrelevant",
  "security_issue",
] as const;

export type Trigger = (typeof TRIGGERS)[number];

/** By the name of the failed step. Whatever no rule names is about the result itself. */
const BY_STEP: readonly (readonly [RegExp, Trigger])[] = [
  [/^hash_matches$/, "hash_mismatch"],
  [/^applies_cleanly$/, "patch_fails_to_apply"],
  [
    /^(?:tests_pass|verification:.*|exit_codes_match|output_hashes_match)$/,
    "tests_fail_after_patch",
  ],
  [/^trajectory/, "trajectory_invalid"],
  [/^within_time_limit$/, "timeout"],
  // What may not be touched was touched.
  [/^(?:paths_allowed|tests_untouched|modes_plain)$/, "security_issue"],
];

/** That of the last report or filing with any; null if there is none. */
export function disputedEvidence(entries: readonly Entry[]): JsonObject | null {
  const shown = entries.findLast(
    ({ type, data }) => EVIDENT.has(type) && isJsonObject(data.evidence),
  );
  return isJsonObject(shown?.data.evidence) ? shown.data.evidence : null;
}

/** The steps of all checks, as the evidence shows them. */
export function disputedSteps(terms: Terms, evidence: JsonObject | null): readonly NamedCheck[] {
  return terms.checks.flatMap((check) => namedChecks(check, evidence ?? {}));
}

const EVIDENT: ReadonlySet<string> = new Set(["verify", "dispute_filed", "checked"]);

export function triggerOf(steps: readonly NamedCheck[], isLate: boolean): Trigger {
  if (isLate) return "timeout";
  const failed = steps.find(({ verdict }) => verdict === "fail");
  if (failed === undefined) return "output_irrelevant";
  return BY_STEP.find(([pattern]) => pattern.test(failed.name))?.[1] ?? "output_irrelevant";
}
