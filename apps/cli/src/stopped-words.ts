/** Why a sandboxed command was stopped, as a sentence without a full stop. */
import type { StoppedBy } from "@bazaar/kernel";
import type { Run, Waiting } from "@bazaar/work";
import { durationWords } from "./contracts/time-words.ts";

type Stopped = Pick<Run, "stoppedBy" | "durationMs"> & { readonly waits?: Pick<Waiting, "words"> };

const WORDS = {
  time: (run) => `it does not end within ${durationWords(run.durationMs)} in the sandbox`,
  waiting: (run) => run.waits?.words ?? "it waits for what will not come in a sandbox",
  memory: () => "it needs more memory than the sandbox allows",
  processes: () => "it starts more processes than the sandbox allows",
  disk: () => "it writes more than the sandbox allows",
  inodes: () => "it makes more files than the sandbox allows",
  output: () => "it prints more than the sandbox allows",
  halted: () => "you stopped it",
  broken: () => "the sandbox failed",
} as const satisfies Record<StoppedBy, (run: Stopped) => string>;

/** All that can stop one. */
export const STOPS = Object.keys(WORDS) as readonly StoppedBy[];

/** Null if it ended by itself. */
export function stoppedWords(run: Stopped): string | null {
  return run.stoppedBy === null ? null : WORDS[run.stoppedBy](run);
}
