/**
 * What ended a command before it ended itself, in the words of evidence, and what that says.
 *
 * A limit that a command exceeds is a fact about the command. What whoever checks it did is a fact about
 * the checker, and fails nobody. Some ends can be either.
 */

/**
 * `waiting`: it waits for what will not come. `halted`: whoever ran it stopped it. `broken`: the sandbox
 * failed, not the command.
 */
export type StoppedBy =
  | "time"
  | "memory"
  | "processes"
  | "disk"
  | "inodes"
  | "output"
  | "waiting"
  | "halted"
  | "broken";

/** `deadline`: whoever checks it had no time for all that the command may take. */
type StopWord = StoppedBy | "deadline";

type About = "command" | "checker" | "either";

export const STOP_IS_ABOUT: Readonly<Record<StopWord, About>> = {
  time: "command",
  memory: "command",
  processes: "command",
  disk: "command",
  inodes: "command",
  output: "command",
  // Of a person or of a server, which a sandbox has not, whoever runs it.
  waiting: "either",
  // A command can take down its sandbox.
  broken: "either",
  halted: "checker",
  deadline: "checker",
};

/** False for a word that no evidence of ours has. */
export function isStopAbout(word: string, about: About): boolean {
  return Object.hasOwn(STOP_IS_ABOUT, word) && STOP_IS_ABOUT[word as StopWord] === about;
}
