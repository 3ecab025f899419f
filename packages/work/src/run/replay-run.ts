/**
 * Runs a handed-in result of the kind `run` again, from nothing: the files of the terms, then the result,
 * then the command of the terms, whose end is judged.
 *
 * A result that keeps the checks from deciding fails if they decide on the files alone: otherwise whoever
 * cannot do the work could hang, or print without end, and share the price.
 */
import {
  type Check,
  isStopAbout,
  type JsonObject,
  judgeRun,
  type RunSpec,
  type Verdict,
} from "@bazaar/kernel";
import { collectAll } from "../check/collect.ts";
import { boundsOf, stopWord } from "../check/command-limits.ts";
import { type JobTools, NO_SANDBOX } from "../job/job.ts";
import { runFiles } from "./run-files.ts";

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

type RunTools = Pick<JobTools, "openSandbox" | "leftMs" | "limitMs" | "signal">;

interface Once {
  readonly evidence: JsonObject;
  /** Which limit or signal kept the checks from deciding; null: none, or the checker itself. */
  readonly spoiledBy: string | null;
}

export async function replayRun(handedIn: HandedIn, tools: RunTools): Promise<Replayed> {
  const { checks, result } = handedIn;
  const first = await runOnce(handedIn, result, tools);
  // What others use of this machine can be charged to a command once. Its time is its own.
  const isUnsteady = !["time", "output", null].includes(first.spoiledBy);
  const { evidence, spoiledBy } = isUnsteady ? await runOnce(handedIn, result, tools) : first;
  const verdict = judgeRun(checks, evidence);
  if (verdict !== "no_verdict" || spoiledBy === null) return { verdict, evidence };
  const alone = await runOnce(handedIn, null, tools);
  const isDecided = judgeRun(checks, alone.evidence) !== "no_verdict";
  const compared = { ...evidence, decided_before: isDecided };
  return { verdict: judgeRun(checks, compared), evidence: compared };
}

export function noVerdict(reason: string): Replayed {
  return { verdict: "no_verdict", evidence: { reason } };
}

/** From nothing: the files, on top of them the result, if there is one, and then the command. */
async function runOnce(
  { spec, checks }: HandedIn,
  result: string | null,
  tools: RunTools,
): Promise<Once> {
  const { timeoutMs, signal, isWhole } = boundsOf(tools);
  if (timeoutMs <= 0) return open("There was no time left to run it again.");
  const sandbox = await tools.openSandbox(runFiles(spec));
  if (sandbox === null) return open(NO_SANDBOX);
  await using held = sandbox;
  let leftMs = timeoutMs;
  if (result !== null) {
    const { stoppedBy, durationMs } = await held.run({ text: result, timeoutMs, signal });
    if (stoppedBy !== null) {
      const stopped = { stopped_by: stopWord(stoppedBy, { isWhole }) };
      return onceOf({ reason: "The result did not end by itself.", ...stopped });
    }
    // Both share the time of one run.
    leftMs = Math.max(1, timeoutMs - durationMs);
  }
  const evidence = await collectAll(
    checks,
    { text: spec.command, timeoutMs: leftMs, signal },
    held,
  );
  const isLate = evidence.stopped_by === "time" && !isWhole;
  return onceOf(isLate ? { ...evidence, stopped_by: "deadline" } : evidence);
}

function onceOf(evidence: JsonObject): Once {
  const { stopped_by: by, signal, output } = evidence;
  // A text that is too long to find the pattern in, in case that there is no verdict.
  const spoiledBy = by ?? signal ?? (output === undefined ? null : "output");
  const isOwn = typeof spoiledBy !== "string" || isStopAbout(spoiledBy, "checker");
  return { evidence, spoiledBy: isOwn ? null : spoiledBy };
}

function open(reason: string): Once {
  return { evidence: { reason }, spoiledBy: null };
}
