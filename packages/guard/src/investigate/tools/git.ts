/**
 * Git, without what a repository can make it run: settings with fixed names are overridden by
 * variables, filters in `git-settings.ts`; external diffs and conversions are switched off by flags.
 *
 * Objects hold files that the jail masks in the working tree. So environment files are left out of
 * every diff, and contents are only shown by path, never by the hash of an object.
 */
import {
  ALONE,
  choice,
  type Form,
  forms,
  type Grammar,
  NO_NETWORK,
  NUMBER,
  PATH,
  sentences,
  TEXT,
  type Value,
  word,
} from "../grammar.ts";
import { gitEnvironment } from "./git-environment.ts";
import { rewriteGit } from "./git-rewrites.ts";

const WRITES = "it changes the repository";
const SETS = "settings can name programs that git runs";
/** A revision, a range or a path; an object by its type, or a path within one, is not. */
const NAMED: Value = {
  is: "path",
  like: /^(?![-:])(?!.*\^\{)[^:\p{Cc}]+$/u,
  called: "a revision or a path, without : and ^{",
};
const SHOWN: Value = {
  is: "path",
  part: (one) => one.slice(one.indexOf(":") + 1),
  like: /^(?![-:])(?!.*\^\{)[^:\p{Cc}]+(?::[^:\p{Cc}]+)?$/u,
  called: "a revision, or one with a path, like HEAD:file",
};
const REVISION = word(/^(?![-:])(?!.*\^\{)[\w@^~{}./+-]+$/, "a revision");
const REMOTE = word(/^[\w.][\w./-]*$/, "the name of a remote");
const SETTING = word(
  /^(?!.*(?:token|password|secret|extraheader|\.insteadof|helper))[\w.*/^\\$()|[\]+?-]+$/i,
  "the name of a setting, or a pattern of names",
);
const CONFIG_SHAPES =
  "--show-origin --show-scope --name-only --local --global --system --worktree --includes --bool --int --all --regexp -z";
const WHEN = word(/^[\w .:+-]+$/, "a time like 2.weeks");
const LIMITED = {
  "-n --max-count --skip": NUMBER,
  "--since --after --until --before": WHEN,
  "--author --committer --grep -S -G": TEXT,
  "--format": TEXT,
  "--date": word(/^[\w:%. -]+$/, "a format of dates"),
  "--diff-filter": word(/^[A-Za-z]+$/, "letters like AM"),
  "-U --unified": NUMBER,
} as const;
const DIFF_SHAPES =
  "-p -u -s -w -b --patch --no-patch --stat --shortstat --numstat --dirstat --summary --name-only --name-status " +
  "--raw --check --minimal --patience --histogram --ignore-all-space --ignore-space-change " +
  "--ignore-blank-lines --ignore-space-at-eol --no-color --no-renames --full-index --binary -R -M -C " +
  "--function-context -W --no-prefix --exit-code --quiet --text -z -a";
const LOG_SHAPES =
  "--oneline --graph --decorate --no-decorate --all --branches --tags --remotes --merges --no-merges " +
  "--first-parent --reverse --follow --abbrev-commit --no-abbrev-commit --topo-order --date-order " +
  "--left-right --cherry-pick --cherry --cherry-mark --cc -m --full-history --boundary -i --no-notes " +
  "--pickaxe-regex --relative-date --parents --source --walk-reflogs -g --no-walk --simplify-by-decoration";
const OPTIONAL = {
  "--stat --color --relative": word(/^[\w,-]*$/, "a width or a word"),
  "--abbrev --decorate --submodule --branches --tags": word(/^[\w*-]*$/, "a number or a word"),
  "--pretty": TEXT,
  "--word-diff": choice("plain", "none"),
} as const;

const LOG: Form = {
  switches: without(`${DIFF_SHAPES} ${LOG_SHAPES}`, OPTIONAL),
  options: { ...LIMITED, "-L": word(/^\d+,\+?\d+:[^:]+$/, "lines like 1,20:file") },
  optional: OPTIONAL,
  hasLineCount: true,
  operands: { rest: NAMED },
};
const DIFF: Form = {
  switches: without(
    `${DIFF_SHAPES} --cached --staged --merge-base -1 -2 -3 --ours --theirs --base`,
    OPTIONAL,
  ),
  options: { "--diff-filter": LIMITED["--diff-filter"], "-U --unified": NUMBER, "-S -G": TEXT },
  optional: { ...OPTIONAL },
  operands: { rest: NAMED },
};

/** Not twice: some flags are switches that may have a value. */
function without(switches: string, optional: Readonly<Record<string, Value>>): string {
  const taken = new Set(Object.keys(optional).flatMap((names) => names.split(" ")));
  return switches
    .split(" ")
    .filter((name) => !taken.has(name))
    .join(" ");
}

export const git: Grammar = {
  purpose: "asks about the history and state of a repository",
  form: forms(
    [
      "status",
      {
        switches:
          "-s -b -v -z --short --branch --show-stash --long --verbose --no-renames --ahead-behind",
        optional: {
          "-u --untracked-files": choice("no", "normal", "all"),
          "--porcelain": choice("v1", "v2", "1", "2"),
          "--ignored": choice("traditional", "no", "matching"),
        },
        operands: { rest: NAMED },
      },
    ],
    ["log", LOG],
    ["show", { ...LOG, operands: { rest: SHOWN } }],
    ["diff diff-index", DIFF],
    ["cherry show-branch", { switches: "-v -a -r --all --abbrev", operands: { rest: REVISION } }],
    ["diff-tree", { ...DIFF, switches: `${DIFF.switches} -r -t --root --no-commit-id -m --cc` }],
    [
      "shortlog",
      {
        switches: "-s -n -e -c --summary --numbered --email --no-merges --all",
        options: {
          "--since --after --until --before": WHEN,
          "--author --committer --grep --format": TEXT,
          "--group": choice("author", "committer"),
        },
        operands: { rest: NAMED },
      },
    ],
    [
      "blame",
      {
        switches:
          "-l -s -e -w -f -n -p -c -t --porcelain --show-email --show-name --show-number --date-order",
        options: {
          "-L": word(/^\d+,\+?\d+$/, "lines like 10,20"),
          "--since": WHEN,
          "--date": LIMITED["--date"],
        },
        optional: { "-M -C --abbrev": NUMBER },
        operands: { rest: NAMED, min: 1 },
      },
    ],
    [
      "grep",
      {
        switches:
          "-n -i -I -l -L -c -h -H -w -v -E -F -G -P -q -z -W -p --line-number --ignore-case --files-with-matches --name-only --count --word-regexp --invert-match --extended-regexp --fixed-strings --perl-regexp --cached --untracked --heading --break --full-name --show-function --all-match --and --or --not",
        options: {
          "-e": TEXT,
          "-A -B -C -m --max-count --after-context --before-context --context --max-depth --threads":
            NUMBER,
        },
        hasLineCount: true,
        operands: { first: [TEXT], unless: ["-e"], rest: NAMED, min: 1 },
      },
    ],
    [
      "ls-files",
      {
        switches:
          "-c -d -i -k -m -o -s -t -u -v -z --cached --deleted --modified --others --stage --unmerged --ignored --exclude-standard --full-name --error-unmatch --directory --eol",
        options: { "--exclude -x": TEXT },
        operands: { rest: PATH },
      },
    ],
    [
      "ls-tree",
      {
        switches:
          "-d -r -t -l -z --long --name-only --name-status --full-name --full-tree --abbrev",
        operands: { first: [REVISION], rest: PATH, min: 1 },
      },
    ],
    [
      "branch",
      {
        switches: "-a -r -v --all --remotes --verbose --list --show-current -l",
        options: {
          "--contains --merged --no-merged --points-at --no-contains": REVISION,
          "--sort --format": word(/^[\w:%() -]+$/, "a key like -committerdate"),
        },
        operands: { rest: TEXT },
      },
    ],
    [
      "tag",
      {
        switches: "-l --list --column",
        options: {
          "--contains --merged --points-at": REVISION,
          "--sort --format": word(/^[\w:%() -]+$/, "a key like -creatordate"),
        },
        optional: { "-n": NUMBER },
        operands: { rest: TEXT },
      },
    ],
    [
      "for-each-ref",
      {
        options: {
          "--sort --format": word(/^[^;`]+$/, "a format"),
          "--count": NUMBER,
          "--contains --merged": REVISION,
        },
        operands: { rest: word(/^[\w./*-]+$/, "a pattern of refs") },
      },
    ],
    ["show-ref", { switches: "--heads --tags --head -d --hash -s", operands: { rest: REVISION } }],
    [
      "remote",
      {
        switches: "-v --verbose",
        operands: {
          first: [choice("get-url")],
          rest: REMOTE,
        },
      },
    ],
    [
      "rev-parse",
      {
        switches:
          "--verify --show-toplevel --show-prefix --show-cdup --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree --is-bare-repository --is-shallow-repository --is-inside-git-dir --symbolic-full-name --symbolic --show-superproject-working-tree --all --branches --tags --remotes -q --quiet --show-object-format --show-ref-format",
        options: { "--git-path": word(/^[\w./-]+$/, "a path") },
        optional: { "--short --abbrev-ref": word(/^\w+$/, "a number") },
        operands: { rest: REVISION },
      },
    ],
    [
      "rev-list",
      {
        switches:
          "--count --left-right --all --no-merges --merges --first-parent --reverse --oneline --branches --tags --remotes --cherry-pick",
        options: { ...LIMITED },
        hasLineCount: true,
        operands: { rest: NAMED },
      },
    ],
    [
      "merge-base",
      {
        switches: "-a --all --is-ancestor --fork-point --octopus",
        operands: { rest: REVISION, min: 1 },
      },
    ],
    [
      "describe",
      {
        switches: "--tags --all --always --long --contains --first-parent --exact-match",
        options: { "--match --exclude": TEXT },
        optional: { "--abbrev --dirty": word(/^[\w-]*$/, "a number or mark") },
        operands: { rest: REVISION },
      },
    ],
    ["name-rev", { switches: "--tags --name-only --always", operands: { rest: REVISION, min: 1 } }],
    ["symbolic-ref", { switches: "--short -q", operands: { first: [REVISION], min: 1 } }],
    [
      "reflog",
      {
        switches: "--oneline --all --no-abbrev",
        options: { "-n --max-count": NUMBER, "--date": LIMITED["--date"] },
        hasLineCount: true,
        operands: { first: [choice("show", "HEAD")], rest: REVISION },
      },
    ],
    [
      "cat-file",
      { switches: "-t -s -e -p", needsFlag: true, operands: { first: [REVISION], min: 1 } },
    ],
    [
      "fsck",
      {
        switches:
          "--full --no-full --strict --connectivity-only --no-dangling --dangling --unreachable --root --tags --cache --no-reflogs --no-progress --verbose -v --name-objects",
        operands: { rest: REVISION },
      },
    ],
    [
      "apply",
      {
        switches: "--check --stat --numstat --summary -v --verbose -R --reverse --cached --index",
        options: { "-p": NUMBER },
        needsFlag: true,
        operands: { rest: PATH, min: 1 },
      },
    ],
    ["archive", { switches: "-l --list", needsFlag: true }],
    [
      "var",
      {
        operands: {
          first: [choice("GIT_EDITOR", "GIT_PAGER", "GIT_DEFAULT_BRANCH", "GIT_SHELL_PATH")],
          min: 1,
        },
      },
    ],
    ["remote+show", { switches: "-n", needsFlag: true, operands: { rest: REMOTE, min: 1 } }],
    ["--exec-path --html-path --man-path --info-path", ALONE],
    ["count-objects", { switches: "-v -H --verbose --human-readable" }],
    [
      "check-ignore",
      {
        switches: "-v -n -q --verbose --non-matching --no-index --quiet",
        operands: { rest: PATH, min: 1 },
      },
    ],
    [
      "check-attr",
      { switches: "-a --all --cached", operands: { first: [TEXT], rest: PATH, min: 1 } },
    ],
    ["config+list", { switches: CONFIG_SHAPES }],
    ["config+get", { switches: CONFIG_SHAPES, operands: { first: [SETTING], min: 1 } }],
    [
      "config",
      {
        switches: `-l --list --get --get-all --get-regexp --default ${CONFIG_SHAPES}`,
        operands: { first: [SETTING] },
      },
    ],
    [
      "stash",
      {
        switches: "-p --patch --stat --name-only --name-status",
        operands: {
          first: [choice("list", "show")],
          rest: word(/^stash@\{\d+\}$|^\d+$/, "a stash like stash@{0}"),
          min: 1,
        },
      },
    ],
    ["worktree", { switches: "--porcelain -v", operands: { first: [choice("list")], min: 1 } }],
    [
      "submodule",
      {
        switches: "--quiet --recursive --cached",
        operands: { first: [choice("status", "summary")], rest: PATH },
      },
    ],
    ["notes", { operands: { first: [choice("list")], min: 1 } }],
    ["bisect", { operands: { first: [choice("log")], min: 1 } }],
    ["sparse-checkout", { operands: { first: [choice("list")], min: 1 } }],
    [
      "lfs",
      {
        switches: "-l -s -a --long --size --all",
        operands: { first: [choice("ls-files", "version", "status", "env")], min: 1 },
      },
    ],
    ["version --version", ALONE],
  ),
  absent: sentences(["ls-remote remote+show remote+update", NO_NETWORK]),
  entersBy: "-C",
  ignoresSettings:
    /^(?:color\.[\w.]+|core\.(?:quotepath|abbrev|autocrlf|filemode)|advice\.\w+|log\.\w+|diff\.(?:renames|noprefix|algorithm))=\w*$|^(?:core\.pager|pager\.\w+)=(?:cat|false|)$/i,
  ignores: ["--no-pager", "-P", "--no-optional-locks"],
  environment: gitEnvironment,
  readsTrees: true,
  readsContents: true,
  rewrites: rewriteGit,
  never: {
    "-c": SETS,
    "--git-dir": "another repository is not looked at",
    "--work-tree": "another repository is not looked at",
    "--ext-diff": "it runs a program that the repository names",
    "--textconv": "it runs a program that the repository names",
    "--output": "it writes a file; the output is returned anyway",
    "-O": "it starts a program",
    "--open-files-in-pager": "it starts a program",
    "--show-signature": "it runs a program that the repository names",
    "--no-index": "use diff or grep",
    fetch: NO_NETWORK,
    pull: NO_NETWORK,
    push: NO_NETWORK,
    clone: NO_NETWORK,
    add: WRITES,
    commit: WRITES,
    checkout: WRITES,
    switch: WRITES,
    restore: WRITES,
    reset: WRITES,
    merge: WRITES,
    rebase: WRITES,
    am: WRITES,
    gc: WRITES,
    init: WRITES,
    clean: WRITES,
    rm: WRITES,
    mv: WRITES,
  },
};
