/** What someone who asked for help has heard, and what came of it. */

/** An explanation, a change or a command that was offered. */
export interface Answer {
  readonly explanation: string;
  /** What to run instead. */
  readonly command: string | null;
  /** What was changed to repair it. */
  readonly change: string;
}

export interface Heard {
  /** Offered at the end; what failed in the sandbox is not among them. */
  readonly answers: readonly Answer[];
  /** What the repaired command printed, empty if it did not run. */
  readonly output: string;
  /** Whether a command that was offered has run. */
  readonly hasRun: boolean;
  /** Whether the command failed at all. */
  readonly hasFailed: boolean;
  /** Whether it said that the command now works. */
  readonly isClaimed: boolean;
  /** All of it, for a reader. */
  readonly screen: string;
}

/** The answer as text: a command has a line of its own. */
export function textOf({ explanation, command, change }: Answer): string {
  return [explanation, command ?? "", change].filter((part) => part !== "").join("\n");
}
