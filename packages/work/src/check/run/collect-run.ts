/**
 * Runs the commands of a job again, from nothing, and once more if they end otherwise than the result
 * says: commands that end otherwise each time say nothing about it.
 */
import {
  type Check,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  namedChecks,
  sha256Hex,
} from "@bazaar/kernel";
import { type JobCollector, type JobTools, NO_SANDBOX } from "../../job/job.ts";
import { BUNDLE_FILE, checkOut, REPOSITORY } from "../../repository/check-out.ts";
import { readJobBundle } from "../../repository/job-bundle.ts";
import type { Run } from "../../sandbox.ts";
import { exitCodeEvidence } from "../exit-code/exit-code.ts";
import { statedHash } from "../fitting.ts";
import { runCommands } from "./run-commands.ts";
import { readSandboxRun } from "./sandbox-run.ts";

type RunCheck = Extract<Check, { method: "run" }>;

/** One more than terms can have: a longer list is wrong, however long it is. */
const MAX_RUNS = 101;

export const collectRun: JobCollector<RunCheck> = async (check, { payload, result }, tools) => {
  const claimed = { claimed: claimedRuns(result) };
  if (verdicts(check, claimed).includes("fail")) return claimed;
  const rerun = await runAgain(payload, tools);
  if (typeof rerun === "string") return { ...claimed, reason: rerun };
  const once = { ...claimed, rerun };
  // What does not end by itself does not end a second time either.
  const isStopped = rerun.some((end) => end.exit_code === undefined);
  if (isStopped || !verdicts(check, once).includes("no_verdict")) return once;
  const again = await runAgain(payload, tools);
  return typeof again === "string" ? { ...once, reason: again } : { ...once, rerun_again: again };
};

function verdicts(check: RunCheck, evidence: JsonObject): readonly string[] {
  return namedChecks(check, evidence).map(({ verdict }) => verdict);
}

/** Of the commands their hashes: the terms have their text. */
function claimedRuns({ runs, status }: JsonObject): JsonObject {
  if (!isJsonArray(runs)) return { runs: null, status: statedHash(status) };
  return { runs: runs.slice(0, MAX_RUNS).map(claimedRun), status: statedHash(status) };
}

function claimedRun(run: Json): Json {
  if (!isJsonObject(run)) return null;
  const { cmd, exit_code: code } = run;
  return {
    cmd_sha256: typeof cmd === "string" ? sha256Hex(cmd) : null,
    // An integer of any length would be as long in the evidence.
    exit_code: typeof code === "bigint" && BigInt.asIntN(32, code) === code ? code : null,
    stdout_sha256: statedHash(run.stdout_sha256),
    stderr_sha256: statedHash(run.stderr_sha256),
  };
}

/** How each command ended, or a sentence that says why it was not run. */
async function runAgain(
  payload: JsonObject,
  tools: JobTools,
): Promise<readonly JsonObject[] | string> {
  const job = readSandboxRun(payload);
  if (typeof job === "string") return job;
  const from = await repositoryOf(payload, tools);
  if (typeof from === "string") return from;
  if (tools.leftMs() <= 0) return "There was no time left to run it again.";
  const files = new Map(from === null ? [] : [[BUNDLE_FILE, from.bundle]]);
  const opened = await tools.openSandbox(files);
  if (opened === null) return NO_SANDBOX;
  await using sandbox = opened;
  if (from === null) return (await runCommands(job, sandbox, ".", tools)).map(endOf);
  const { leftMs, signal } = tools;
  const problem = await checkOut(sandbox, from.commit, { timeoutMs: leftMs(), signal });
  return problem ?? (await runCommands(job, sandbox, REPOSITORY, tools)).map(endOf);
}

/** Null: the job has none. */
async function repositoryOf({ repo }: JsonObject, { readArtifact }: JobTools) {
  if (repo === undefined || repo === null) return null;
  const { bundle = null, git_ref: ref = null } = isJsonObject(repo) ? repo : {};
  return await readJobBundle({ repo_bundle: bundle, repo_ref: ref }, readArtifact);
}

function endOf(run: Run): JsonObject {
  const { stdoutSha256, stderrSha256 } = run;
  return { ...exitCodeEvidence(run), stdout_sha256: stdoutSha256, stderr_sha256: stderrSha256 };
}
