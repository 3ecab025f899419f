/** Why git commit makes no commit. */
import { quoteWord } from "@bazaar/work";
import { insertAfter, replaceWord } from "../edit-command.ts";
import { named } from "../named.ts";
import { quotedPath } from "../quote.ts";
import { advice, corrected, type Rule, rule } from "../rule.ts";
import { firstMatch, hasLine } from "../view.ts";
import { gitCall, hasFlag, plainOperands } from "./git-call.ts";

const MAX_FILES = 8;

const nothingStaged = rule({
  name: "git-nothing-staged",
  title: "Nothing is staged",
  sees(view) {
    const git = gitCall(view, "commit");
    if (git === null || !hasLine(view, /^no changes added to commit \(/)) return null;
    return { git };
  },
  repair: ({ git }, view) =>
    corrected(
      insertAfter(view, git.verb, "-a"),
      "Nothing is staged; -a commits all changes to tracked files.",
    ),
});

/** What is new may be a secret or a scratch file: nobody else adds it to a commit. */
const onlyUntracked = rule({
  name: "git-only-untracked",
  title: "Only untracked files to commit",
  sees(view) {
    const isSaid = hasLine(view, /^nothing added to commit but untracked files present/);
    if (gitCall(view, "commit") === null || !isSaid) return null;
    const from = view.lines.findIndex((line) => line.startsWith("Untracked files:"));
    const listed = view.lines.slice(from + 1).map((line) => /^\t([^\t"]{1,250})$/.exec(line)?.[1]);
    const files = listed.filter((name) => name !== undefined);
    return files.length > 0 ? { files } : null;
  },
  repair({ files }, view) {
    const [first = ""] = files;
    const shown = files.slice(0, MAX_FILES).join(", ");
    const more = files.length > MAX_FILES ? `, and ${files.length - MAX_FILES} more` : "";
    const which = files.length === 1 ? `git add ${quotedPath(first)}` : "git add FILE";
    return advice(
      `Nothing is staged, and what is new here is not tracked yet: ${shown}${more}. Add what belongs in the commit (${which}), then run ${view.command} again.`,
    );
  },
});

/** Nobody else may choose the name that is written into every commit. */
const missingIdentity = rule({
  name: "git-missing-identity",
  title: "git has no user name and email",
  sees: (view) =>
    hasLine(
      view,
      /^\*\*\* Please tell me who you are\./,
      /^fatal: (?:unable to auto-detect email address|empty ident name|no (?:email|name) was given)/,
    )
      ? {}
      : null,
  repair: () =>
    advice(
      'git does not know who you are. Set your name and address once: git config --global user.name "Your Name", and git config --global user.email you@example.com; without --global they hold for this repository only.',
    ),
});

const UNKNOWN_PATH = /^error: pathspec '([^'\n]{1,100})' did not match any file\(s\) known to git/;

/** `git commit -m fix the bug`: the words after the first are read as paths. */
const unquotedMessage = rule({
  name: "git-unquoted-message",
  title: "A commit message without quotes",
  sees(view) {
    const git = gitCall(view, "commit");
    const at = git?.operands.findIndex(({ raw }) => /^(?:-[a-z]{0,4}m|--message)$/.test(raw)) ?? -1;
    const words = git?.operands.slice(at + 1) ?? [];
    const [first] = words;
    const last = words.at(-1);
    const refused = view.lines.flatMap((line) => UNKNOWN_PATH.exec(line)?.[1] ?? []);
    const isPlain = words.every(({ raw, value }) => value !== null && !raw.startsWith("-"));
    const isMessage = words.slice(1).every(({ value }) => refused.includes(value ?? ""));
    if (at === -1 || first === undefined || last === undefined) return null;
    return words.length > 1 && isPlain && isMessage ? { words, first, last } : null;
  },
  repair({ words, first, last }, view) {
    const message = words.map(({ value }) => value ?? "").join(" ");
    return corrected(
      replaceWord(view, { ...first, end: last.end }, quoteWord(message)),
      "A message of several words needs quotes; without them, git reads the others as paths.",
    );
  },
});

/** `git commit "Wait for it"`: the message is read as a path. */
const messageWithoutFlag = rule({
  name: "git-message-without-flag",
  title: "A commit message without -m",
  sees(view) {
    const git = gitCall(view, "commit");
    const path =
      firstMatch(
        view,
        UNKNOWN_PATH,
        /^fatal: paths '([^'\n]{1,100}) \.\.\.' with -a does not/,
      )?.[1] ?? "";
    const hasMessage =
      git !== null && hasFlag(git, "-m", "--message", "-F", "-C", "-c", "--fixup", "--amend");
    const words = git === null || hasMessage ? [] : plainOperands(git);
    const [word] = words;
    const isMessage = word?.value === path && /\S\s\S/.test(path) && !/[/\\]/.test(path);
    return word === undefined || words.length !== 1 || !isMessage ? null : { word };
  },
  repair: ({ word }, view) =>
    corrected(
      replaceWord(view, word, `-m ${word.raw}`),
      "A message needs -m before it; without it, git reads it as a path.",
    ),
});

const notCommitted = named({
  name: "git-not-committed",
  title: "git needs something for a commit",
  isAbout: (view) => gitCall(view, "commit", "tag", "merge", "rebase") !== null,
  cases: [
    {
      says: /^Aborting commit due to empty commit message/,
      tells: () => 'A commit needs a message: git commit -m "what was done".',
    },
    {
      says: /^error: switch `m' requires a value/,
      tells: () => '-m needs the message after it: git commit -m "what was done".',
    },
    {
      says: /^error: gpg failed to sign the data/,
      tells: () =>
        "git is set to sign commits, and gpg failed: the key is missing or expired (gpg --list-secret-keys), or gpg could not ask for its passphrase (export GPG_TTY=$(tty)).",
    },
  ],
});

export const commits: readonly Rule[] = [
  unquotedMessage,
  messageWithoutFlag,
  notCommitted,
  nothingStaged,
  onlyUntracked,
  missingIdentity,
];
