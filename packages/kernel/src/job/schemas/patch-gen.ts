/** A patch for an issue: it applies to the commit, and the tests that failed then pass. */
import type { JsonObject } from "../../canonical/json.ts";
import { MAX_CHANGES } from "../../check/patch/patch-facts.ts";
import { MAX_PATCH_BYTES } from "../../check/patch/patch-terms.ts";
import { protectionJson, testProtection } from "../../check/patch/test-protection.ts";
import { jobSchema } from "../schema.ts";
import {
  bareHash,
  commit,
  flag,
  integer,
  list,
  oneOf,
  optional,
  record,
  required,
  text,
} from "../shape.ts";
import {
  path,
  REPOSITORY_FIELDS,
  REQUEST_FIELDS,
  RESULT_FIELDS,
  shellCommand,
  timeLimit,
} from "./job-fields.ts";

const MAX_GLOBS = 50;
const MAX_COMMANDS = 20;
const MAX_COUNT = 1_000_000_000;

const globs = list(path, { max: MAX_GLOBS });
const count = integer({ max: MAX_COUNT });
const exitCode = integer({ min: -1, max: 255 });

const commandResult = record({
  command: required(shellCommand, "As the request has it."),
  exit_code: required(exitCode, "-1 if it did not end by itself."),
  stdout_sha256: required(bareHash, "Of its whole standard output."),
  stderr_sha256: required(bareHash, "Of its whole standard error."),
});

export const patchGen = jobSchema({
  id: "oa.patch_gen.v1",
  kind: "patch",
  purpose: "Generate a patch from an issue.",
  mode: "objective",
  inputs: {
    title: required(text({ min: 1, max: 500 }), "The title of the issue."),
    body: required(text({ max: 50_000 }), "The text of the issue, in Markdown."),
    ...REPOSITORY_FIELDS,
    repo_ref: required(commit, "The commit that the patch applies to."),
    subdir: optional(path, "Where commands run; without it, at the top."),
    allowed_paths: required(globs, "Globs of paths that may change; none: all."),
    disallowed_paths: required(globs, "Globs of paths that must not change."),
    protected_paths: optional(globs, "Globs of other paths that must stay as they are."),
    protected_tests: optional(
      globs,
      "Globs of tests and of what configures them; without it the usual ones, none if empty.",
    ),
    test_command: required(shellCommand, "Must succeed after the patch."),
    verification_commands: required(
      list(shellCommand, { max: MAX_COMMANDS - 1 }),
      "Must succeed after the patch, too.",
    ),
    target: optional(
      oneOf(["test_command", "verification_commands"]),
      "What fails before the patch; the test command if absent.",
    ),
    time_limit_secs: required(timeLimit, "How long the work may take."),
    ...REQUEST_FIELDS,
  },
  outputs: {
    ...RESULT_FIELDS,
    patch: optional(text({ max: MAX_PATCH_BYTES }), "The patch as a unified diff."),
    patch_sha256: required(bareHash, "Of the patch's bytes."),
    verification: required(
      record({
        applies_cleanly: required(flag, "Whether it applies to the commit."),
        test_exit_code: required(exitCode, "Of the test command after it."),
        files_changed: required(count, "Files it changes."),
        additions: required(count, "Lines it adds."),
        deletions: required(count, "Lines it removes."),
        verification_results: required(
          list(commandResult, { max: MAX_COMMANDS }),
          "Of the verification commands, in their order.",
        ),
      }),
      "What the provider found when it tried the patch.",
    ),
  },
  checks: (job) => [
    {
      method: "patch",
      allowed_paths: job.allowed_paths,
      disallowed_paths: job.disallowed_paths,
      protected_paths: job.protected_paths ?? [],
      ...protectsIn(job.protected_tests, job.allowed_paths),
      commands: [job.test_command, ...job.verification_commands],
      target: job.target ?? "test_command",
      max_files: BigInt(MAX_CHANGES),
      max_bytes: BigInt(MAX_PATCH_BYTES),
    },
  ],
  timeLimitSeconds: (job) => job.time_limit_secs,
  repository: ({ repo_bundle: bundle, repo_ref: commit }) => ({ bundle, commit }),
});

function protectsIn(named: readonly string[] | null, allowedPaths: readonly string[]): JsonObject {
  const protects = testProtection({ named, allowedPaths });
  return protects === null ? {} : { protects: protectionJson(protects) };
}
