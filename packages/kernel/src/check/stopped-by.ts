/**
 * What stopped a command before it ended by itself, in the words of evidence, and whom that is about.
 *
 * That a command exceeded a limit is about the command. That its checker stopped it is about the checker,
 * and fails nobody. Some words can be about either.
 */

/**
 * `waiting`: it waits for what will not come. `halted`: it was stopped by the one who ran it. `broken`: the sandbox
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

/** `deadline`: the checker had less time than the command may take. */
type StopWord = StoppedBy | "deadline";

type About = "command" | "checker" | "either";

export const STOP_IS_ABOUT: Readonly<Record<StopWord, About>> = {
  time: "command",
  memory: "command",
  processes: "command",
  disk: "command",
  inodes: "command",
  output: "command",
  // For a person or a server: a sandbox has neither.
  waiting: "either",
  // A command can take down its sandbox.
  broken: "either",
  halted: "checker",
  deadline: "checker",
};

/** False for an unknown word. */
export function isStopAbout(word: string, about: About): boolean {
  return Object.hasOwn(STOP_IS_ABOUT, word) && STOP_IS_ABOUT[word as StopWord] === about;
}
