/** Commands that run in a sandbox: their exit codes and the hashes of what they print. */
import { isJsonObject } from "../../canonical/json.ts";
import { jobSchema } from "../schema.ts";
import {
  anyObject,
  bareHash,
  commit,
  contentHash,
  flag,
  integer,
  list,
  map,
  number,
  oneOf,
  optional,
  record,
  required,
  text,
} from "../shape.ts";
import { path, REQUEST_FIELDS, RESULT_FIELDS, shellCommand } from "./job-fields.ts";

const MAX_COMMANDS = 20;
const MAX_VARIABLES = 100;
const MAX_ARTIFACTS = 128;
const MAX_PREVIEW = 16_384;
const MAX_MEGABYTES = 65_536;
const MAX_DURATION_MS = 86_400_000;

const preview = text({ max: MAX_PREVIEW });
const megabytes = integer({ min: 1, max: MAX_MEGABYTES });

export const sandboxRun = jobSchema({
  id: "oa.sandbox_run.v1",
  kind: "run",
  purpose: "Build, test or lint in an isolated sandbox.",
  mode: "objective",
  inputs: {
    sandbox: required(
      record({
        provider: optional(text({ max: 200 }), "The kind of sandbox, for people."),
        image_digest: optional(text({ max: 200 }), "The image, where the provider has images."),
        network_policy: required(oneOf(["none"]), "Nothing is reachable."),
        resources: required(
          record({
            memory_mb: optional(megabytes, "Memory."),
            cpus: optional(number({ min: 0.1, max: 64 }), "Processors."),
            timeout_secs: required(integer({ min: 1, max: 3_600 }), "For all commands together."),
            disk_mb: optional(megabytes, "Disk."),
          }),
          "What it may use.",
        ),
      }),
      "Where the commands run.",
    ),
    repo: optional(
      record({
        source: optional(text({ max: 2_000 }), "Where it is published, for people."),
        git_ref: required(commit, "The commit that is checked out."),
        bundle: required(contentHash, "The artifact that is a git bundle with this commit."),
        mount_path: optional(path, "Has no effect: commands start at the top of the checkout."),
      }),
      "What is there before the commands run.",
    ),
    commands: required(
      list(
        record({
          cmd: required(shellCommand, "Shell text."),
          workdir: optional(path, "Where it starts, relative to the checkout."),
          continue_on_fail: optional(flag, "Whether the next command runs even if this one fails."),
        }),
        { min: 1, max: MAX_COMMANDS },
      ),
      "What runs, in this order.",
    ),
    env: optional(map(text({ max: 10_000 }), MAX_VARIABLES), "Variables of the environment."),
    ...REQUEST_FIELDS,
  },
  outputs: {
    ...RESULT_FIELDS,
    status: required(
      oneOf(["success", "failed", "timeout", "cancelled", "error"]),
      "success: every command ended with 0.",
    ),
    error: optional(text({ max: 2_000 }), "Why it has the status error."),
    env_info: optional(anyObject, "image_digest, hostname, system_info."),
    runs: required(
      list(
        record({
          cmd: required(shellCommand, "As the request has it."),
          exit_code: required(integer({ min: -1, max: 255 }), "-1 if it did not end by itself."),
          duration_ms: required(integer({ max: MAX_DURATION_MS }), "How long it took."),
          stdout_sha256: required(bareHash, "Of its whole standard output."),
          stderr_sha256: required(bareHash, "Of its whole standard error."),
          stdout_preview: optional(preview, "The end of its standard output."),
          stderr_preview: optional(preview, "The end of its standard error."),
        }),
        { max: MAX_COMMANDS },
      ),
      "One for each command that ran, in their order.",
    ),
    artifacts: optional(list(anyObject, { max: MAX_ARTIFACTS }), "path, sha256 and size_bytes."),
  },
  checks: (job) => [
    {
      method: "run",
      commands: job.commands.map(({ cmd, continue_on_fail }) => ({
        cmd,
        continue_on_fail: continue_on_fail ?? false,
      })),
    },
  ],
  timeLimitSeconds: (job) => job.sandbox.resources.timeout_secs,
  repository: ({ repo = null }) => {
    if (repo === null) return null;
    const { bundle, git_ref: commit } = isJsonObject(repo) ? repo : {};
    return { bundle, commit };
  },
});
