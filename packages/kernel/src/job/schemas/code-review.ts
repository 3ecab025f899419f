/** A review of a diff: findings that point at lines of it, or an honest report that there are none. */
import { jobSchema } from "../schema.ts";
import {
  anyObject,
  bareHash,
  commit,
  contentHash,
  list,
  oneOf,
  optional,
  required,
  text,
} from "../shape.ts";
import { REQUEST_FIELDS, RESULT_FIELDS, timeLimit } from "./job-fields.ts";

/** Leaves room for the other fields of a job's specification. */
const MAX_DIFF = 80_000;

const REVIEW_FOCUS = [
  "security",
  "performance",
  "logic",
  "style",
  "testing",
  "documentation",
  "all",
] as const;
const REVIEW_DEPTHS = ["quick", "standard", "thorough"] as const;

export const codeReview = jobSchema({
  id: "oa.code_review.v1",
  kind: "review",
  purpose: "Review a diff and suggest fixes.",
  mode: "objective",
  inputs: {
    diff: required(text({ min: 1, max: MAX_DIFF }), "The changes, as a unified diff."),
    repo_url: optional(text({ max: 2_000 }), "Where the repository is published, for people."),
    repo_bundle: optional(contentHash, "A git bundle with the commits, as an artifact."),
    base_ref: optional(commit, "The commit before the changes."),
    head_ref: optional(commit, "The commit after them."),
    focus: required(
      list(oneOf(REVIEW_FOCUS), { min: 1, max: REVIEW_FOCUS.length }),
      "What to look for.",
    ),
    depth: required(oneOf(REVIEW_DEPTHS), "How thoroughly to look."),
    time_limit_secs: optional(timeLimit, "How long the work may take."),
    ...REQUEST_FIELDS,
  },
  outputs: {
    ...RESULT_FIELDS,
    review: required(
      anyObject,
      "summary, approval_status, issues, suggestions, highlights and, where nothing was found, looked_at.",
    ),
    review_sha256: required(bareHash, "Of the review in canonical form."),
  },
  checks: (job) => [{ method: "review", diff: job.diff, focus: job.focus, depth: job.depth }],
  timeLimitSeconds: (job) => job.time_limit_secs,
  repository: ({ repo_bundle: bundle = null, head_ref: commit = null }) =>
    bundle === null || commit === null ? null : { bundle, commit },
});
