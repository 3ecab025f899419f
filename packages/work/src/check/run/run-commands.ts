/**
 * Runs the commands of a job one after the other in one sandbox: for the provider whose work it is, and for
 * everyone who checks it, so that both run the same.
 */
import type { Run, Sandbox } from "../../sandbox.ts";
import { quoteWord } from "../../shell-words.ts";
import type { SandboxCommand, SandboxRun } from "./sandbox-run.ts";

export interface RunBounds {
  /** What is left of the time for all of it. */
  readonly leftMs: () => number;
  readonly signal: AbortSignal;
}

/**
 * How each command ended that was run. The last is one that failed, unless it was to go on then, or one
 * that was stopped. `start` is where the commands start, relative to the sandbox's own directory.
 */
export async function runCommands(
  { commands, env, timeoutMs }: SandboxRun,
  sandbox: Pick<Sandbox, "run">,
  start: string,
  { leftMs, signal }: RunBounds,
): Promise<readonly Run[]> {
  const runs: Run[] = [];
  let left = timeoutMs;
  for (const command of commands) {
    const text = commandText(command, env, start);
    // A limit of nothing would be none.
    const bound = Math.max(1, Math.min(left, leftMs()));
    const run = await sandbox.run({ text, timeoutMs: bound, signal });
    runs.push(run);
    left -= run.durationMs;
    if (run.exitCode === null || run.stoppedBy !== null) break;
    if (run.exitCode !== 0 && !command.continueOnFail) break;
  }
  return runs;
}

function commandText(
  { cmd, workdir }: SandboxCommand,
  env: SandboxRun["env"],
  start: string,
): string {
  const directory = workdir === null ? start : `${start}/${workdir}`;
  const variables = [...env].map(([name, value]) => `export ${name}=${quoteWord(value)}\n`);
  return `cd ./${quoteWord(directory)} || exit\n${variables.join("")}${cmd}`;
}
