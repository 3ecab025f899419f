import type { StoppedBy } from "@bazaar/kernel";

const WORDS: Readonly<Record<StoppedBy, string>> = {
  time: "it took longer than its time limit",
  memory: "it used more memory than it may",
  processes: "it started more processes than it may",
  disk: "it wrote more to the disk than it may",
  inodes: "it created more files than it may",
  output: "it printed more than it may",
  waiting: "it waited for input or for a connection, and nobody answers",
  halted: "it was stopped with the provider",
  broken: "the sandbox failed",
};

/** Why a command was stopped, as a clause. */
export function stopWords(stoppedBy: StoppedBy): string {
  return WORDS[stoppedBy];
}
