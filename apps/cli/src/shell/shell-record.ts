/**
 * What the shell integration records of the last command: a small file of zero-terminated fields,
 * which may be followed by remains of longer ones, and a log of the terminal with a mark at the start
 * and the end of every command. The marks carry a name that only the shell knows, so that no command
 * can print one.
 */
import { readFileSync } from "node:fs";

export interface ShellRecord {
  /** As it was typed. */
  readonly command: string;
  readonly exitCode: number;
  /** Where it was started. */
  readonly directory: string;
  /** Where the shell was when it had ended. */
  readonly endedIn: string;
  /** False if the shell's history may have left out this command and given an older one. */
  readonly isCertain: boolean;
  /** The log of the terminal; null if it is not recorded. */
  readonly log: string | null;
  /** The name in this command's marks. */
  readonly markName: string;
}

const VERSION = "2";
const MAX_OUTPUT_CHARACTERS = 512 * 1024;

/** Null before the first command, and for another kind of file. */
export function parseShellRecord(text: string): ShellRecord | null {
  const [version, exit = "", told, directory = "", endedIn = "", log = "", markName = "", command] =
    text.split("\0");
  if (version !== VERSION || command === undefined || !/^\d{1,10}$/.test(exit)) return null;
  return {
    command,
    exitCode: Number(exit),
    directory,
    endedIn,
    isCertain: told === "yes",
    log: log === "" ? null : log,
    markName,
  };
}

export interface ShownOutput {
  readonly text: string;
  /** Whether it only ended, as a line does that the shell cannot read: the text begins with the prompt. */
  readonly isUnread: boolean;
  /** False where the log is without its beginning or its end. */
  readonly isWhole: boolean;
  /** What stood on the terminal right before: the prompt, and the command as it was typed. */
  readonly before: string;
}

const ANY_END = "\x1b]133;D;";

/** What the terminal showed between the command's marks, as it was shown. */
export function shownOutput(log: string, { markName }: ShellRecord): ShownOutput {
  const startMark = `\x1b]133;C;aid=${markName}\x07`;
  const startsAt = log.indexOf(startMark);
  const from = startsAt < 0 ? 0 : startsAt + startMark.length;
  const signedAt = log.indexOf(`;aid=${markName}\x07`, from);
  // With neither mark the log was full before this command began.
  if (startsAt < 0 && signedAt < 0) {
    return { text: "", isWhole: false, isUnread: false, before: "" };
  }
  const endsAt = signedAt < 0 ? log.length : log.lastIndexOf(ANY_END, signedAt);
  const isUnread = startsAt < 0;
  const earlierEnd = isUnread ? log.lastIndexOf(ANY_END, endsAt - 1) : -1;
  const text = withoutPrompt(log.slice(Math.max(from, earlierEnd), endsAt));
  const earlier = log.slice(0, Math.max(0, startsAt));
  return {
    text: text.slice(-MAX_OUTPUT_CHARACTERS),
    isWhole: startsAt >= 0 && signedAt >= 0 && text.length <= MAX_OUTPUT_CHARACTERS,
    isUnread,
    before: earlier.slice(earlier.lastIndexOf(ANY_END) + 1),
  };
}

/** How zsh marks an unfinished last line before it prints the prompt. */
const ZSH_MARKS = ["%", "#"].map((sign) => `\x1b[1m\x1b[7m${sign}\x1b[27m\x1b[1m\x1b[0m  `);

function withoutPrompt(shown: string): string {
  const promptAt = Math.max(...ZSH_MARKS.map((mark) => shown.lastIndexOf(mark)));
  return promptAt < 0 ? shown : shown.slice(0, promptAt);
}

/** @throws where the file cannot be read for another reason than not being there. */
export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
