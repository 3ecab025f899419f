/** Why a job is in dispute, in the words of jobs: the first step of its checks that failed decides. */
import {
  type Entry,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type NamedCheck,
  readJobResult,
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
  [
    /^(?:hash_matches|output_hashes_match|previews_match|tree_matches|rerun_matches)$/,
    "hash_mismatch",
  ],
  [/^applies_cleanly$/, "patch_fails_to_apply"],
  [/^(?:tests_pass|verification:.*|exit_codes_match)$/, "tests_fail_after_patch"],
  [/^trajectory/, "trajectory_invalid"],
  [/^within_time_limit$/, "timeout"],
  // What may not be touched was touched.
  [/^(?:paths_allowed|tests_untouched|modes_plain)$/, "security_issue"],
];

/** What a dispute is about. */
export interface Grounds {
  /** The steps of all checks, on the evidence of the dispute. */
  readonly steps: readonly NamedCheck[];
  readonly evidence: JsonObject | null;
  /** Whether the provider handed nothing in, or says itself that it ran out of time. */
  readonly isLate: boolean;
}

export function triggerOf({ steps, evidence, isLate }: Grounds): Trigger {
  const failed = steps.find(({ verdict }) => verdict === "fail");
  if (isLate || (failed === undefined && isStoppedByTime(evidence))) return "timeout";
  if (failed === undefined) return "output_irrelevant";
  return BY_STEP.find(([pattern]) => pattern.test(failed.name))?.[1] ?? "output_irrelevant";
}

/** A command after the work took longer than the job may: nobody saw it fail. */
function isStoppedByTime(evidence: JsonObject | null): boolean {
  const ran = [evidence?.runs, evidence?.rerun].flatMap((list = null): readonly Json[] =>
    isJsonArray(list) ? list : [],
  );
  return ran.some((end) => isJsonObject(end) && end.stopped_by === "time");
}

/** `fix` is what was handed in last; undefined if nothing was. */
export function isLateResult(spec: JsonObject, fix: Entry | undefined): boolean {
  if (fix === undefined) return true;
  const read = readJobResult(spec, String(fix.data.fix));
  return read.ok && "payload" in read.value && read.value.payload.status === "timeout";
}
