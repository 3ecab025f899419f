/**
 * What the machine refuses for a reason that no edit of a file removes: a limit, a device in use.
 * The answer names the reason and what shows more; a person decides.
 */
import { quoteWord } from "@bazaar/work";
import { advice, type Rule, rule } from "../rule.ts";
import { firstMatch, type View } from "../view.ts";

interface Reason {
  readonly name: string;
  readonly title: string;
  /** The first group, if any, is what it is about. */
  readonly says: readonly RegExp[];
  readonly advises: (about: string, view: View) => string;
}

const NAME = `['‘"]?([^:'’"]{1,200}?)['’"]?`;

const REASONS: readonly Reason[] = [
  {
    name: "long-arguments",
    title: "Too many names for one command",
    says: [new RegExp(`: ${NAME}: Argument list too long$`), /: Argument list too long$|E2BIG/],
    advises: () =>
      "The pattern matches more names than one command may get. Pass them in portions: printf '%s\\0' PATTERN | xargs -0 COMMAND, or find with -exec … {} +.",
  },
  {
    name: "open-files",
    title: "Too many open files",
    says: [/(?:: |EMFILE: )[Tt]oo many open files/],
    advises: () =>
      "The limit of open files is reached. ulimit -n shows it, ulimit -n 4096 raises it for this shell; a program that needs more and more of them forgets to close some.",
  },
  {
    name: "device-busy",
    title: "A directory or device is in use",
    says: [
      new RegExp(`^umount: ${NAME}: target is busy`),
      new RegExp(`[: ]${NAME}: Device or resource busy$`),
    ],
    advises: (about) =>
      `${about} is in use. lsof ${quoteWord(about)} or fuser -v ${quoteWord(about)} shows by which process; leave the directory or end that process first.`,
  },
  {
    name: "process-limit",
    title: "No more processes",
    says: [/: fork: (?:retry: )?Resource temporarily unavailable$/],
    advises: () =>
      'No more processes can be started: the limit (ulimit -u) or the memory is used up. ps -u "$USER" shows what runs.',
  },
  {
    name: "noclobber",
    title: "noclobber protects a file",
    says: [new RegExp(`: ${NAME}: cannot overwrite existing file$`)],
    advises: (about) =>
      `${about} exists and noclobber (set -C) protects it. Write to another name, or use >| if the old contents may go.`,
  },
  {
    name: "kill-by-name",
    title: "kill with a name",
    says: [
      /\bkill: (.{1,100}): arguments must be process or job IDs$/,
      /\bkill: (?:Illegal number|illegal pid): (.{1,100})$/,
      /\bkill:\d{0,6}:? illegal pid: (.{1,100})$/,
      /^kill: failed to parse argument: '(.{1,100})'$/,
    ],
    advises: (about) =>
      `kill takes process ids, and ${about} is a name. pgrep -fl ${quoteWord(about)} lists the processes with their ids; pkill ${quoteWord(about)} ends every one of that name.`,
  },
  {
    name: "directory-in-use",
    title: "rmdir on a directory with files",
    says: [/^rmdir: failed to remove ['‘](.{1,200})['’]: Directory not empty$/],
    advises: (about) =>
      `rmdir removes only empty directories; ls -A ${quoteWord(about)} shows what is left in it.`,
  },
  {
    name: "foreign-binary",
    title: "A program for another machine",
    says: [new RegExp(`: ${NAME}: cannot execute binary file(?:: Exec format error)?$`)],
    advises: (about) =>
      `${about} is not a program for this machine: built for another processor or system, or no program at all. file ${quoteWord(about)} says what it is.`,
  },
];

export const resources: readonly Rule[] = REASONS.map(({ name, title, says, advises }) =>
  rule({
    name,
    title,
    sees(view) {
      const found = firstMatch(view, ...says);
      return found === null ? null : { about: found[1] ?? "" };
    },
    repair: ({ about }, view) => advice(advises(about, view)),
  }),
);
