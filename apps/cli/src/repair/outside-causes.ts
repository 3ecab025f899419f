/**
 * Failures that a sandbox cannot show: what is wrong is outside of it, and running the command there
 * would show something else. They are read from what the command printed, and never run again.
 */
import { plainOutput } from "@bazaar/client";

interface OutsideCause {
  readonly says: RegExp;
  readonly sentence: (found: RegExpExecArray) => string;
}

const MAX_READ = 20_000;
/** Behind the words that say so. */
const PORT = /(?:port |[\w.*\]]:|:::)(\d{2,5})\b/i;

const CAUSES: readonly OutsideCause[] = [
  {
    says: /(?:EADDRINUSE|address (?:is )?already in use|port (\d{2,5}) is (?:already )?(?:in use|allocated))[^\n]{0,200}/i,
    sentence: ([line, port]) => {
      const number = port ?? PORT.exec(line)?.[1];
      const which = number === undefined ? "The port" : `Port ${number}`;
      const who =
        number === undefined
          ? "ss -ltnp lists who has one"
          : `ss -ltnp 'sport = :${number}' shows which`;
      return `${which} is already used by another program; ${who}.`;
    },
  },
  {
    says: /ENOSPC: System limit for number of file watchers reached/i,
    sentence: () =>
      "The system's limit of watched files is reached; sysctl fs.inotify.max_user_watches shows it.",
  },
  {
    says: /no space left on device|ENOSPC|disk full/i,
    sentence: () => "A disk is full, or out of inodes; df -h and df -i show which.",
  },
  {
    says: /disk quota exceeded|EDQUOT/i,
    sentence: () => "Your disk quota is used up; quota -s shows it.",
  },
  {
    says: /read-only file system|EROFS/i,
    sentence: () => "The file system there is mounted read-only; findmnt -T <path> shows it.",
  },
  {
    says: /could not get lock (\/[\w./-]{0,100}\w)|unable to (?:acquire|lock) the (?:dpkg|administration|download)/i,
    sentence: ([, path]) =>
      `Another package manager is running and holds ${path ?? "the lock"}; wait until it has ended.`,
  },
  {
    says: /unable to lock database|error acquiring the state lock|database is locked|could not (?:acquire|obtain) (?:the )?lock|(?:another|other) (?:process|instance) (?:is|has) [^\n]{0,60}(?:running|lock)/i,
    sentence: () =>
      "Another process holds a lock that this command needs; wait until it has ended.",
  },
  {
    says: /text file busy|ETXTBSY/i,
    sentence: () => "The program that would be replaced is running; end it first.",
  },
];

/** What is wrong outside, as a sentence; null if a sandbox may well show it. */
export function outsideCause(output: string): string | null {
  const text = plainOutput(output).slice(-MAX_READ);
  for (const { says, sentence } of CAUSES) {
    const found = says.exec(text);
    if (found !== null) return sentence(found);
  }
  return null;
}
