/**
 * Collects the evidence about a patch in a sandbox: the clean check-out, what the patch changes, how the
 * commands of the terms end before it and after it.
 *
 * Each command is rehearsed: what one leaves behind does not help the next, and none of them can touch the
 * check-out, the patch or git's account of it. What is decided already is not run.
 *
 * A patch that makes a command exceed a limit fails by it only if the command keeps the same limits
 * without the patch, so that is tried, too.
 */
import {
  isJsonObject,
  type Json,
  type JsonObject,
  namedChecks,
  type PatchCheck,
  UNSTARTED_EXIT_CODES,
} from "@bazaar/kernel";
import { type Job, type JobTools, NO_SANDBOX } from "../../job/job.ts";
import { BUNDLE_FILE, checkOut } from "../../repository/check-out.ts";
import { type JobBundle, readJobBundle } from "../../repository/job-bundle.ts";
import type { Sandbox } from "../../sandbox.ts";
import { boundsOf } from "../command-limits.ts";
import { applyPatch, bringBack, bringToFiles, PATCH_FILE } from "./apply-patch.ts";
import { PatchCommands } from "./patch-commands.ts";
import { readPatchText } from "./patch-text.ts";

export async function collectPatch(
  check: PatchCheck,
  { payload, repository, result, baseline }: Job,
  tools: JobTools,
): Promise<JsonObject> {
  const { bytes, facts } = readPatchText(result);
  const read: JsonObject = { patch: facts };
  if (hasFailed(check, read)) return read;
  const from = await readJobBundle(repository, tools.readArtifact);
  if (typeof from === "string") return { ...read, reason: from };
  const files = new Map([
    [BUNDLE_FILE, from.bundle],
    [PATCH_FILE, bytes],
  ]);
  const opened = await tools.openSandbox(files);
  if (opened === null) return { ...read, reason: NO_SANDBOX };
  await using sandbox = opened;
  const { commit } = from;
  const canCheckOut = () => checksOut(from, tools);
  const place = { sandbox, commit, bounds: boundsOf(tools), canCheckOut };
  const applied = { ...read, ...(await applyPatch(place)) };
  if (applied.applies !== true || hasFailed(check, applied)) return applied;
  const commands = new PatchCommands(check, payload, sandbox, tools);
  const before = { ...applied, baseline: baseline ?? (await commands.baseline()) };
  if (!isRed(check, before)) return before;
  const problem = await bringToFiles(sandbox, boundsOf(tools));
  if (problem !== null) return { ...before, ...problem };
  const runs = await commands.after();
  const compared = await beforeStopped(
    { baseline: before.baseline, runs },
    commands,
    sandbox,
    tools,
  );
  return { ...before, baseline: compared, runs };
}

/** The same check-out without the patch. */
async function checksOut({ bundle, commit }: JobBundle, tools: JobTools): Promise<boolean> {
  await using sandbox = await tools.openSandbox(new Map([[BUNDLE_FILE, bundle]]));
  return sandbox !== null && (await checkOut(sandbox, commit, boundsOf(tools))) === null;
}

/** The baseline, with that of commands whose end after the patch says nothing by itself. */
async function beforeStopped(
  { baseline, runs }: { readonly baseline: readonly Json[]; readonly runs: readonly JsonObject[] },
  commands: PatchCommands,
  sandbox: Sandbox,
  tools: JobTools,
): Promise<readonly Json[]> {
  const unknown = [...runs.keys()].filter(
    (place) => isUnclear(runs[place]) && !isJsonObject(baseline[place]),
  );
  if (unknown.length === 0 || !(await bringBack(sandbox, boundsOf(tools)))) return baseline;
  const filled: Json[] = runs.map((_, place) => baseline[place] ?? null);
  for (const place of unknown) filled[place] = await commands.end(place);
  return [...filled, ...baseline.slice(filled.length)];
}

/** It was stopped, or a shell did not find it. */
function isUnclear({ exit_code: code }: JsonObject = {}): boolean {
  return code === undefined || UNSTARTED_EXIT_CODES.includes(Number(code));
}

function hasFailed(check: PatchCheck, evidence: JsonObject): boolean {
  return namedChecks(check, evidence).some(({ verdict }) => verdict === "fail");
}

function isRed(check: PatchCheck, evidence: JsonObject): boolean {
  return namedChecks(check, evidence).some(
    ({ name, verdict }) => name === "baseline_red" && verdict === "pass",
  );
}
