/**
 * Collects the evidence about a patch in a sandbox: the clean check-out, what the patch changes, how the
 * commands of the terms end before it and after it.
 *
 * Each command is rehearsed: what one leaves behind does not help the next, and none of them can touch the
 * check-out, the patch or git's account of it. What is decided already is not run.
 */
import { type JsonObject, namedChecks, type PatchCheck } from "@bazaar/kernel";
import { type Job, type JobTools, NO_SANDBOX } from "../../job/job.ts";
import { BUNDLE_FILE } from "../../repository/check-out.ts";
import { readJobBundle } from "../../repository/job-bundle.ts";
import { applyPatch, bringToFiles, PATCH_FILE } from "./apply-patch.ts";
import { boundsOf, PatchCommands } from "./patch-commands.ts";
import { readPatchText } from "./patch-text.ts";

export async function collectPatch(
  check: PatchCheck,
  { payload, result, baseline }: Job,
  tools: JobTools,
): Promise<JsonObject> {
  const { bytes, facts } = readPatchText(result);
  const read: JsonObject = { patch: facts };
  if (hasFailed(check, read)) return read;
  const from = await readJobBundle(payload, tools.readArtifact);
  if (typeof from === "string") return { ...read, reason: from };
  const files = new Map([
    [BUNDLE_FILE, from.bundle],
    [PATCH_FILE, bytes],
  ]);
  const opened = await tools.openSandbox(files);
  if (opened === null) return { ...read, reason: NO_SANDBOX };
  await using sandbox = opened;
  const applied = { ...read, ...(await applyPatch(sandbox, from.commit, boundsOf(tools))) };
  if (applied.applies !== true || hasFailed(check, applied)) return applied;
  const commands = new PatchCommands(check, payload, sandbox, tools);
  const before = { ...applied, baseline: baseline ?? (await commands.baseline()) };
  if (!isRed(check, before)) return before;
  if (!(await bringToFiles(sandbox, boundsOf(tools)))) {
    return { ...before, reason: "The patch could not be written to the files." };
  }
  return { ...before, runs: await commands.after() };
}

function hasFailed(check: PatchCheck, evidence: JsonObject): boolean {
  return namedChecks(check, evidence).some(({ verdict }) => verdict === "fail");
}

function isRed(check: PatchCheck, evidence: JsonObject): boolean {
  return namedChecks(check, evidence).some(
    ({ name, verdict }) => name === "baseline_red" && verdict === "pass",
  );
}
