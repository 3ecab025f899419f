/**
 * Runs a handed-in result of the kind `run` again, from nothing: the files of the terms, then the result,
 * then the command of the terms, whose end is judged.
 *
 * The command is the principal's alone. A result that brings its own one could pass by testing nothing,
 * so it gets no verdict here and a judge decides.
 */
import { type Check, type JsonObject, judgeRun, type RunSpec, type Verdict } from "@bazaar/kernel";
import { collectAll } from "../check/collect.ts";
import type { Run, Sandbox, ShellCommand } from "../sandbox.ts";

export interface Replayed {
  readonly verdict: Verdict;
  readonly evidence: JsonObject;
}

export interface HandedIn {
  readonly spec: RunSpec;
  /** Shell text. */
  readonly result: string;
  readonly checks: readonly Check[];
}

export interface ReplayBounds {
  /** What is left of the time for all of it. */
  readonly leftMs: () => number;
  readonly signal: AbortSignal;
}

/** `sandbox` starts in a directory with the files of the terms, outside of which nothing can be written. */
export async function replayRun(
  { spec, result, checks }: HandedIn,
  sandbox: Sandbox,
  { leftMs, signal }: ReplayBounds,
): Promise<Replayed> {
  const bounded = (text: string): ShellCommand => ({ text, timeoutMs: leftMs(), signal });
  if (leftMs() <= 0) return noVerdict("There was no time left to run it again.");
  const { stoppedBy } = await sandbox.run(bounded(result));
  if (stoppedBy !== null) return stopped(stoppedBy);
  if (leftMs() <= 0) return noVerdict("There was no time left to run the checks.");
  const evidence = await collectAll(checks, bounded(spec.command), sandbox);
  return { verdict: judgeRun(checks, evidence), evidence };
}

export function noVerdict(reason: string): Replayed {
  return { verdict: "no_verdict", evidence: { reason } };
}

function stopped(stoppedBy: NonNullable<Run["stoppedBy"]>): Replayed {
  const { verdict, evidence } = noVerdict("The result did not end by itself.");
  return { verdict, evidence: { ...evidence, stopped_by: stoppedBy } };
}
