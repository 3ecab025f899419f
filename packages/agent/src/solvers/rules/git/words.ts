/** Mistyped words of git itself: subcommands, options, what a subcommand does, keys of settings. */

import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { entryOf } from "../entry-of.ts";
import { mistyped, wordOfCommand } from "../mistyped.ts";
import { nearest, nearestAll } from "../nearest.ts";
import { isSubcommand } from "../packages/subcommand-words.ts";
import { corrected, type Rule, rule, unproved } from "../rule.ts";
import type { Word } from "../shell-words.ts";
import { firstMatch, hasLine, type View } from "../view.ts";
import { gitCall, plainOperands } from "./git-call.ts";

const QUOTES = `["'\`‘“„«]\\s?`;

/** Any language: git quotes the word, names `git --help` and lists similar commands after a tab. */
const mistypedSubcommand = mistyped({
  name: "git-mistyped-subcommand",
  kind: "git command",
  finds: wordOfCommand({
    says: new RegExp(`^git\\s?[:：]\\s?${QUOTES}([\\w-]{2,40}).{1,80}git --help`, "u"),
    // A hook or a far host may print the same about a command that exists.
    word: (view, typed) => (isSubcommand(typed) ? null : gitCall(view, typed)?.verb),
  }),
  meant({ typed }, { view }) {
    const similar = view.lines.flatMap((line) => /^\t([a-z][a-z-]{1,40})$/.exec(line)?.[1] ?? []);
    const [first, second] = nearestAll(typed, similar);
    return first === undefined || first.distance === second?.distance ? null : first.word;
  },
});

const oneDash = rule({
  name: "git-one-dash",
  title: "A long option with one dash",
  sees(view) {
    const git = gitCall(view);
    const option = firstMatch(view, /`--([a-z][a-z-]{1,40})` \(with two dashes\)/)?.[1];
    const word = git?.operands.find(({ raw }) => raw === `-${option}`);
    return option === undefined || word === undefined ? null : { option, word };
  },
  repair: ({ option, word }, view) =>
    corrected(
      replaceWord(view, word, `--${option}`),
      `A long option takes two dashes: --${option}.`,
    ),
});

/** Of the subcommands that list no options when they refuse one. */
const LOG_OPTIONS =
  "oneline graph all decorate stat patch author grep since until after before max-count follow name-only name-status reverse merges no-merges first-parent abbrev-commit pretty format date branches tags remotes shortstat numstat word-diff color cached staged ignore-all-space ignore-space-change ignore-blank-lines no-index diff-filter summary find-renames no-color committer source left-right cherry-pick topo-order date-order no-ext-diff text binary check minimal patience histogram unified exit-code quiet";
const OPTIONS: Readonly<Record<string, string>> = {
  log: LOG_OPTIONS,
  diff: LOG_OPTIONS,
  show: LOG_OPTIONS,
  shortlog: "summary numbered email committer format group",
  commit:
    "amend all message no-edit no-verify allow-empty signoff fixup squash author date dry-run",
  push: "set-upstream all tags force-with-lease dry-run delete follow-tags no-verify atomic",
  pull: "rebase no-rebase ff-only autostash all tags no-edit depth unshallow",
  rebase: "interactive continue abort skip onto autostash autosquash root keep-base",
  merge:
    "no-ff ff-only squash abort continue no-edit no-commit autostash allow-unrelated-histories",
  checkout: "detach track orphan ours theirs merge quiet",
  switch: "create detach track orphan merge quiet",
  branch:
    "all remotes list merged no-merged contains set-upstream-to unset-upstream show-current verbose move copy",
  stash: "include-untracked keep-index message patch staged index quiet all",
  clone: "depth branch recurse-submodules single-branch bare mirror filter no-checkout quiet",
  fetch: "all prune tags depth unshallow dry-run quiet",
  add: "all patch update intent-to-add dry-run interactive",
  reset: "soft mixed keep quiet patch",
  restore: "staged source worktree patch ours theirs",
  status: "short branch porcelain ignored untracked-files show-stash",
};

/** An option that the output quotes, in any language. */
const mistypedOption = mistyped({
  name: "git-mistyped-option",
  kind: "option of git",
  finds(view) {
    const git = gitCall(view, ...Object.keys(OPTIONS));
    const said = view.lines.slice(0, 3).join(" ");
    const at = git?.operands.find(({ raw }) => {
      const [, name] = /^--([a-z][a-z0-9-]{2,40})(?:=|$)/.exec(raw) ?? [];
      return name !== undefined && said.search(`(?:^|[^\\w-])(?:--)?${name}(?:[^\\w-]|$)`) !== -1;
    });
    const isRefused = hasLine(
      view,
      new RegExp(`${QUOTES}(?:--)?[a-z][a-z0-9-]{2,40}\\s?["'’”»]`, "u"),
      /^(?:fatal|error): (?:unrecognized argument|invalid option): --/,
    );
    return at === undefined || git === null || !isRefused
      ? null
      : { typed: at.raw.split("=", 1)[0] ?? at.raw, at, verb: git.verb.value ?? "" };
  },
  meant({ typed, verb }) {
    const names = (entryOf(OPTIONS, verb) ?? "").split(" ");
    if (names.includes(typed.slice(2))) return null;
    return nearest(
      typed,
      names.map((name) => `--${name}`),
    );
  },
  write: (meant, { typed, at }) => meant + at.raw.slice(typed.length),
});

/** What these subcommands can do. */
const ACTIONS: Readonly<Record<string, string>> = {
  stash: "list show drop pop apply branch push clear create store save",
  remote: "add rename remove rm set-head set-branches get-url set-url show prune update",
  worktree: "add list lock move prune remove repair unlock",
  submodule: "add status init deinit update set-branch set-url summary foreach sync",
  bisect: "start bad good new old terms skip next reset visualize view replay log run",
  lfs: "install track untrack ls-files pull push fetch checkout status migrate prune env version",
};
const DELETES = new Set("drop clear remove rm deinit prune reset".split(" "));

const mistypedAction = rule({
  name: "git-mistyped-action",
  title: "Mistyped word after a git command",
  sees(view) {
    const git = gitCall(view, ...Object.keys(ACTIONS));
    const word = git === null ? undefined : plainOperands(git)[0];
    const typed = word?.value;
    if (git === null || word === undefined || typed == null) return null;
    const isRefused = isQuoted(view, typed) || hasLine(view, /^(?:usage|or): git /);
    return isRefused ? { verb: git.verb.value ?? "", word, typed } : null;
  },
  repair({ verb, word, typed }, view) {
    const actions = (entryOf(ACTIONS, verb) ?? "").split(" ");
    const meant = actions.includes(typed) ? null : nearest(typed, actions);
    if (meant === null) return null;
    const command = replaceWord(view, word, meant);
    const explanation = `git ${verb} has no ${typed}; the closest is git ${verb} ${meant}.`;
    return DELETES.has(meant)
      ? unproved(command, "it deletes something", explanation)
      : corrected(command, explanation);
  },
});

function isQuoted({ lines }: View, typed: string): boolean {
  return lines
    .slice(0, 3)
    .flatMap((line) => [...line.matchAll(/["'`„«“‘]\s?([\w-]{2,40})\s?["'”»’“]/gu)])
    .some(([, one]) => one === typed);
}

/** Settings that people type by hand. */
const KEYS =
  "user.name user.email user.signingkey core.editor core.autocrlf core.filemode core.pager core.excludesfile core.hooksPath core.ignorecase core.fileMode init.defaultBranch pull.rebase pull.ff push.default push.autoSetupRemote color.ui credential.helper merge.tool merge.ff diff.tool commit.gpgsign commit.template rebase.autostash rebase.autosquash fetch.prune http.proxy https.proxy http.sslVerify http.postBuffer alias.st alias.co alias.br alias.ci rerere.enabled".split(
    " ",
  );
const SECTIONS = new Set(KEYS.map((key) => key.slice(0, key.indexOf("."))));

const keyWithoutDot = rule({
  name: "git-key-without-dot",
  title: "The name of a setting has no dot",
  sees(view) {
    const git = gitCall(view, "config");
    const typed = firstMatch(view, /^error: key does not contain a section: ([\w-]{2,40})$/)?.[1];
    const words = git === null ? [] : plainOperands(git);
    const at = words.findIndex(({ value }) => value === typed);
    return typed === undefined || at === -1 ? null : { typed, words: words.slice(at) };
  },
  repair({ typed, words }, view) {
    const key = keyOf(typed, words);
    const [first] = words;
    if (key === null || first === undefined) return null;
    const whole = { ...first, end: key.last.end };
    return corrected(
      replaceWord(view, whole, quoteWord(key.name)),
      `The parts of a setting's name are joined by a dot: ${key.name}.`,
    );
  },
});

function keyOf(
  typed: string,
  words: readonly Word[],
): { readonly name: string; readonly last: Word } | null {
  const [first, second, third] = words;
  if (first === undefined) return null;
  const joined = KEYS.find((key) => key.replace(".", "").toLowerCase() === typed.toLowerCase());
  if (joined !== undefined) return { name: joined, last: first };
  const part = second?.value ?? "";
  const isKey = /^[A-Za-z][A-Za-z0-9-]{0,40}$/.test(part) && SECTIONS.has(typed.toLowerCase());
  // Without a value, the second word may be one.
  const isRead = KEYS.includes(`${typed}.${part}`);
  if (second === undefined || !isKey || (third === undefined && !isRead)) return null;
  return { name: `${typed}.${part}`, last: second };
}

export const gitWords: readonly Rule[] = [
  mistypedSubcommand,
  oneDash,
  mistypedOption,
  mistypedAction,
  keyWithoutDot,
];
