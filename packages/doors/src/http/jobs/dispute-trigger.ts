/** Why a job is in dispute, in the words of jobs: the first step of its checks that failed decides. */
import {
  type Entry,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type NamedCheck,
  readJobResult,
  recordedResult,
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

/** What it means that a step of any check failed; a test compares the names with those of the checks. */
const STEPS_OF: Readonly<Record<Trigger, readonly string[]>> = {
  patch_fails_to_apply: ["applies_cleanly"],
  tests_fail_after_patch: ["tests_pass", "verification", "exit_codes_match"],
  hash_mismatch: [
    ...["hash_matches", "output_hashes_match", "previews_match", "tree_matches", "rerun_matches"],
  ],
  trajectory_invalid: [
    ...["trajectory_present", "trajectory_readable", "trajectory_signed", "trajectory_matches"],
    "trajectory_counts",
  ],
  // No step: the provider says so, or the evidence.
  timeout: [],
  output_irrelevant: [
    ...["exit_code", "output_match", "principal"],
    ...["not_empty", "text_only", "within_limits", "counts_match", "baseline_red"],
    ...["references_valid", "focus_respected", "depth_respected", "non_trivial"],
    ...["commands_match", "status_consistent", "paths_valid", "spot_checks", "length_within"],
    ...["schema_valid", "lines_valid", "limits_respected", "ids_valid", "ranks_ordered"],
    ...["count_matches", "dimensions_equal", "values_finite", "model_matches"],
  ],
  // What may not be touched was touched.
  security_issue: ["paths_allowed", "tests_untouched", "modes_plain"],
};

/** Null for a step that no check has. A step with a number is one of several of its name. */
export function triggerOfStep(name: string): Trigger | null {
  const [plain = name] = name.split(":");
  return TRIGGERS.find((trigger) => STEPS_OF[trigger].includes(plain)) ?? null;
}

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
  return triggerOfStep(failed.name) ?? "output_irrelevant";
}

/** A command after the work took longer than the job may: nobody saw it fail. */
function isStoppedByTime(evidence: JsonObject | null): boolean {
  const ran = [evidence?.runs, evidence?.rerun].flatMap((list = null): readonly Json[] =>
    isJsonArray(list) ? list : [],
  );
  return ran.some((end) => isJsonObject(end) && end.stopped_by === "time");
}

/** `fix` is what was handed in last; undefined if nothing was. */
export function isLateResult(spec: JsonObject, fix: Pick<Entry, "data"> | undefined): boolean {
  if (fix === undefined) return true;
  const read = readJobResult(spec, String(fix.data.fix));
  return read.ok && recordedResult(read.value).status === "timeout";
}
