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
import { type Job, type JobCollector, type JobTools, NO_SANDBOX } from "../../job/job.ts";
import { BUNDLE_FILE, checkOut, REPOSITORY } from "../../repository/check-out.ts";
import { readJobBundle } from "../../repository/job-bundle.ts";
import { MAX_PREVIEW_BYTES, type PreviewedRun, previewedRun } from "../../run/previewed-run.ts";
import type { Run, Sandbox } from "../../sandbox.ts";
import type { AskedLimits } from "../check-limits.ts";
import { stopWord } from "../command-limits.ts";
import { exitCodeEvidence } from "../exit-code/exit-code.ts";
import { statedHash } from "../fitting.ts";
import { exceededLimit } from "./exceeded-limit.ts";
import { runCommands } from "./run-commands.ts";
import { readSandboxRun, type SandboxRun } from "./sandbox-run.ts";

type RunCheck = Extract<Check, { method: "run" }>;

/** One more than terms can have: a longer list is wrong, however long it is. */
const MAX_RUNS = 101;
const MAX_GRACE_MS = 60_000;
/** Room for the longest preview, whose characters may be three bytes each. */
const MAX_LOOKED_AT = 4 * MAX_PREVIEW_BYTES;

export const collectRun: JobCollector<RunCheck> = async (check, job, tools) => {
  const { result } = job;
  const claimed = { claimed: claimedRuns(result) };
  if (verdicts(check, claimed).includes("fail")) return claimed;
  const rerun = await runAgain(job, tools);
  if (typeof rerun === "string") return { ...claimed, reason: rerun };
  const once = { ...claimed, rerun };
  // All the time of the job is used up, or the checker would stop the command again.
  const isLast = rerun.some(
    ({ stopped_by: by, exceeds }) => by === "time" || (by !== undefined && exceeds === undefined),
  );
  if (isLast || !verdicts(check, once).includes("no_verdict")) return once;
  const again = await runAgain(job, tools);
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
  { payload, repository, result }: Job,
  tools: JobTools,
): Promise<readonly JsonObject[] | string> {
  const job = readSandboxRun(payload);
  if (typeof job === "string") return job;
  const from = repository === null ? null : await readJobBundle(repository, tools.readArtifact);
  if (typeof from === "string") return from;
  if (tools.leftMs() <= 0) return "There was no time left to run it again.";
  const files = new Map(from === null ? [] : [[BUNDLE_FILE, from.bundle]]);
  const opened = await tools.openSandbox(files, job.limits);
  if (opened === null) return NO_SANDBOX;
  await using sandbox = opened;
  if (from === null) return await rerunIn(sandbox, ".", { ...job, result }, tools);
  const { leftMs, signal } = tools;
  const problem = await checkOut(sandbox, from.commit, { timeoutMs: leftMs(), signal });
  return problem ?? (await rerunIn(sandbox, REPOSITORY, { ...job, result }, tools));
}

/** More than the job names: this machine may be slower than the one on which they ended. */
async function rerunIn(
  sandbox: Sandbox,
  start: string,
  { result, ...job }: SandboxRun & Pick<Job, "result">,
  tools: JobTools,
): Promise<readonly JsonObject[]> {
  const timeoutMs = job.timeoutMs + Math.min(job.timeoutMs, MAX_GRACE_MS);
  const isWhole = tools.leftMs() >= timeoutMs;
  const ends: PreviewedRun[] = [];
  const watched: Pick<Sandbox, "run"> = {
    async run(command) {
      const one = await previewedRun(command, (bounded) => sandbox.run(bounded), MAX_LOOKED_AT);
      ends.push(one);
      return one.run;
    },
  };
  await runCommands({ ...job, timeoutMs }, watched, start, tools);
  const claims = isJsonArray(result.runs) ? result.runs : [];
  return ends.map((end, at) => ({
    ...endOf(end.run, job.limits, isWhole),
    ...(isPreviewOf(end, claims[at]) ? {} : { preview_differs: true }),
  }));
}

/** Whether a result shows nothing but ends of what was printed. */
function isPreviewOf({ stdoutEnd, stderrEnd }: PreviewedRun, claim: Json | undefined): boolean {
  if (!isJsonObject(claim)) return true;
  const { stdout_preview: stdout, stderr_preview: stderr } = claim;
  return isEndOf(stdoutEnd, stdout) && isEndOf(stderrEnd, stderr);
}

/** A preview may begin within a character, which is then no text. */
function isEndOf(printed: string, preview: Json | undefined): boolean {
  return typeof preview !== "string" || printed.endsWith(preview.replace(/^\ufffd+/, ""));
}

function endOf(run: Run, limits: AskedLimits, isWhole: boolean): JsonObject {
  const { stoppedBy, stdoutSha256, stderrSha256 } = run;
  const hashes = { stdout_sha256: stdoutSha256, stderr_sha256: stderrSha256 };
  if (stoppedBy === null) return { ...exitCodeEvidence(run), ...hashes };
  const exceeds = exceededLimit(stoppedBy, limits, isWhole);
  const stopped = { stopped_by: stopWord(stoppedBy, { isWhole }), ...hashes };
  return exceeds === null ? stopped : { ...stopped, exceeds };
}
