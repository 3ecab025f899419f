/**
 * Failures that a sandbox cannot show: what is wrong is outside of it, and running the command there
 * would show something else. They are read from the end of what the command printed, and never run
 * again. Only what was looked up on this machine is said as a fact.
 */
import { plainOutput } from "@bazaar/client";
import { type PortUse, portUse } from "@bazaar/guard/sandbox";

type Look = (port: number) => PortUse;

interface OutsideCause {
  readonly says: RegExp;
  readonly sentence: (found: RegExpExecArray, look: Look) => string;
}

/** Earlier lines may be about something that was expected. */
const MAX_LINES = 40;
const MAX_LINE = 2_000;
/** The last one on the line: places in programs are named before it. */
const PORT = /(?:port |[\w.*\]\s]:|:::|', )(\d{2,5})\b/gi;

const CAUSES: readonly OutsideCause[] = [
  {
    says: /[^\n]{0,200}(?:EADDRINUSE|address (?:is )?already in use|port \d{2,5} is (?:already )?(?:in use|allocated))[^\n]{0,200}/i,
    sentence: ([line], look) => {
      const port = [...line.matchAll(PORT)].at(-1)?.[1];
      return port === undefined
        ? "The output says that a port is in use; ss -ltnp lists who listens."
        : portSentence(Number(port), look);
    },
  },
  {
    says: /System limit for number of file watchers reached/i,
    sentence: () =>
      "The system's limit of watched files is reached; sysctl fs.inotify.max_user_watches shows it.",
  },
  {
    says: /no space left on device/i,
    sentence: () =>
      "No space is left on the disk that it writes to, or no inodes; df -h and df -i show which is full.",
  },
  {
    says: /disk quota exceeded/i,
    sentence: () => "The disk quota there is used up; quota -s shows it.",
  },
  {
    says: /read-only file system/i,
    sentence: () => "The file system that it writes to is read-only; findmnt -T <path> shows it.",
  },
  {
    says: /could not get lock (\/[\w./-]{0,100}\w)|unable to (?:acquire|lock) the (?:dpkg|administration|download)(?![^\n]{0,200}are you root)/i,
    sentence: ([, path]) =>
      `Another package manager holds ${path ?? "the lock"}; wait until it has ended.`,
  },
  {
    // npm tries again for more than a minute before it says so.
    says: /npm (?:ERR!|error) code (?:EAI_AGAIN|ENOTFOUND|ENETUNREACH|ETIMEDOUT|ECONNRESET)\b/,
    sentence: () =>
      "npm cannot reach the registry; check the network connection or the proxy (npm config get proxy).",
  },
  {
    says: /unable to lock database|error acquiring the state lock|database is locked/i,
    sentence: () => "Another process holds the lock that it needs; wait until that has ended.",
  },
  {
    says: /text file busy/i,
    sentence: () => "The program that it would replace is running; end that first.",
  },
];

function portSentence(port: number, look: Look): string {
  const use = look(port);
  if (use.is === "free") {
    return `Port ${port} was in use and is free now: what used it has ended, or the command itself opens the same port twice.`;
  }
  const who = use.by === null ? "another user's program" : `${use.by.name} (process ${use.by.pid})`;
  return `Port ${port} is used by ${who}; end that, or use another port.`;
}

/** What is wrong outside, as a sentence; null if a sandbox may well show it. */
export function outsideCause(output: string, look: Look = portUse): string | null {
  const lines = plainOutput(output).trimEnd().split("\n").slice(-MAX_LINES);
  const text = lines.map((line) => line.slice(0, MAX_LINE)).join("\n");
  for (const { says, sentence } of CAUSES) {
    const found = says.exec(text);
    if (found !== null) return sentence(found, look);
  }
  return null;
}
