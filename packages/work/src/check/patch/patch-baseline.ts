/** How the commands of a job end before any patch: the buyer looks at this before it posts. */
import type { JsonObject, PatchCheck } from "@bazaar/kernel";
import { type JobTools, NO_SANDBOX } from "../../job/job.ts";
import { BUNDLE_FILE, checkOut } from "../../repository/check-out.ts";
import type { JobBundle } from "../../repository/job-bundle.ts";
import { boundsOf } from "../command-limits.ts";
import { PatchCommands } from "./patch-commands.ts";

/** `baseline` as evidence has it, or a `reason` why it is not known. */
export async function patchBaseline(
  check: PatchCheck,
  payload: JsonObject,
  { commit, bundle }: JobBundle,
  tools: Pick<JobTools, "openSandbox" | "leftMs" | "limitMs" | "signal">,
): Promise<JsonObject> {
  const opened = await tools.openSandbox(new Map([[BUNDLE_FILE, bundle]]));
  if (opened === null) return { reason: NO_SANDBOX };
  await using sandbox = opened;
  const reason = await checkOut(sandbox, commit, boundsOf(tools));
  if (reason !== null) return { reason };
  return { baseline: await new PatchCommands(check, payload, sandbox, tools).baseline() };
}
