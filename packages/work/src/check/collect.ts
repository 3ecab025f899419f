/** Evidence for the kernel's `judge`. Every check has its collector in one list. */
import type { Check, JsonObject } from "@bazaar/kernel";
import type { Job, JobCollector, JobTools } from "../job/job.ts";
import type { Run, Sandbox, ShellCommand } from "../sandbox.ts";
import { COLLECTORS } from "./collectors.ts";

/** From running a command on top of what the fix left. Empty where no command can tell. */
export async function collect(
  { method }: Check,
  command: ShellCommand,
  sandbox: Sandbox,
): Promise<JsonObject> {
  const collector = COLLECTORS[method];
  return collector?.asks === "command" ? collector.collect(command, sandbox) : {};
}

/** The evidence of all checks from one run, for the kernel's `judgeRun`. */
export async function collectAll(
  checks: readonly Check[],
  command: ShellCommand,
  sandbox: Sandbox,
): Promise<JsonObject> {
  let only: Promise<Run> | null = null;
  const once: Sandbox = {
    run: (other) => sandbox.run(other),
    rehearse(same) {
      only ??= sandbox.rehearse(same);
      return only;
    },
    async [Symbol.asyncDispose]() {},
  };
  const parts = await Promise.all(checks.map((check) => collect(check, command, once)));
  return Object.assign({}, ...parts);
}

/** About the result of a job. Empty where the check is not about one. */
export async function collectJob(check: Check, job: Job, tools: JobTools): Promise<JsonObject> {
  const collector = COLLECTORS[check.method];
  if (collector?.asks !== "result") return {};
  // The method of a check is the one that its collector is listed under.
  const collectResult = collector.collect as JobCollector<Check>;
  return collectResult(check, job, tools);
}
