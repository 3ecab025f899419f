/**
 * Which limit ended a command. One that a command exceeds is a fact about the command; the deadline of
 * whoever checks it, a broken sandbox and a shutdown are facts about the checker, and fail nobody.
 */
import { isStopAbout, type StoppedBy } from "@bazaar/kernel";
import type { JobTools } from "../job/job.ts";
import type { Run } from "../sandbox.ts";

export interface CommandBounds {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Whether it is given all the time that the job allows to one command. */
  readonly isWhole: boolean;
}

/** What one command may take now. */
export function boundsOf({
  leftMs,
  limitMs,
  signal,
}: Pick<JobTools, "leftMs" | "limitMs" | "signal">): CommandBounds {
  const left = Math.max(0, leftMs());
  return { timeoutMs: Math.min(left, limitMs), signal, isWhole: left >= limitMs };
}

/** As evidence says what stopped a command: `deadline` where the checker had no time for all of it. */
export function stopWord(
  stoppedBy: StoppedBy,
  { isWhole }: Pick<CommandBounds, "isWhole">,
): string {
  return stoppedBy === "time" && !isWhole ? "deadline" : stoppedBy;
}

/** Whether a command was stopped for what it did. */
export function isOverLimit({ stoppedBy }: Run, bounds: CommandBounds): boolean {
  if (stoppedBy === null || !isStopAbout(stoppedBy, "command")) return false;
  return stoppedBy !== "time" || bounds.isWhole;
}
