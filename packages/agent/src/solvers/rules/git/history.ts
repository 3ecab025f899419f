/** Files and names in the history: deleted, renamed, of another commit, or both a file and a branch. */
import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { named } from "../named.ts";
import { nearest } from "../nearest.ts";
import { quotedPath } from "../quote.ts";
import { advice, corrected, type Rule, rule, unproved } from "../rule.ts";
import { firstMatch } from "../view.ts";
import { askGit, gitCall, linesOf, plainOperands } from "./git-call.ts";
import { refsOf } from "./refs.ts";

const PATH = "([^'\\n]{1,250})";

/** `git log gone.txt`: without `--`, git looks for it in the working tree. */
const deletedPath = rule({
  name: "git-deleted-path",
  title: "A path that only the history has",
  sees(view) {
    const git = gitCall(view, "log", "diff", "show", "blame", "rev-list", "shortlog");
    const path = firstMatch(
      view,
      new RegExp(`^fatal: ambiguous argument '${PATH}': unknown revision or path`),
      new RegExp(`^fatal: (?:no such path|Cannot lstat) '${PATH}'`),
    )?.[1];
    const word = git?.operands.find(({ value }) => value === path);
    return git === null || path === undefined || word === undefined ? null : { git, path, word };
  },
  async repair({ git, path, word }, view, ask) {
    const last = linesOf(await askGit(git, ask, "log", "-1", "--format=%h %s", "--", path))[0];
    if (last === undefined) return null;
    const [commit = ""] = last.split(" ");
    if (git.verb.value === "blame") {
      return corrected(
        replaceWord(view, word, `${quoteWord(`${commit}^`)} -- ${quotedPath(path)}`),
        `${path} is not there any more: ${last.slice(0, 80)} deleted or renamed it. This shows it as it was before.`,
      );
    }
    return corrected(
      replaceWord(view, word, `-- ${quotedPath(path)}`),
      `${path} is not there any more (last changed by ${last.slice(0, 80)}); behind -- git takes it as a path of the history.`,
    );
  },
});

const pathOfCommit = rule({
  name: "git-path-of-commit",
  title: "The commit has no such file",
  sees(view) {
    const git = gitCall(view, "show", "cat-file", "checkout", "restore", "diff");
    const [, path, ref] =
      firstMatch(
        view,
        new RegExp(
          `^fatal: path '${PATH}' (?:does not exist in|exists on disk, but not in) '([\\w./@~^+-]{1,100})'`,
        ),
      ) ?? [];
    const word = git?.operands.find(({ value }) => value === `${ref}:${path}`);
    return git === null || path === undefined || ref === undefined || word === undefined
      ? null
      : { git, path, ref, word };
  },
  async repair({ git, path, ref, word }, view, ask) {
    const files = linesOf(
      await askGit(git, ask, "ls-tree", "-r", "--name-only", "--full-tree", ref),
    );
    const below = files.filter((file) => file.endsWith(`/${path}`));
    const meant = below.length === 1 ? below[0] : nearest(path, files);
    if (meant == null) {
      return files.length === 0
        ? null
        : advice(
            `${ref} has no file ${path}; git ls-tree -r --name-only ${quoteWord(ref)} lists what it has.`,
          );
    }
    return corrected(
      replaceWord(view, word, quoteWord(`${ref}:${meant}`)),
      `${ref} has no file ${path}; ${below.length === 1 ? "paths are given from the top of the repository" : "the closest is"}: ${meant}.`,
    );
  },
});

const unknownTag = rule({
  name: "git-unknown-tag",
  title: "There is no such tag",
  sees(view) {
    const git = gitCall(view, "tag", "push", "checkout", "describe");
    const name = firstMatch(
      view,
      /^error: tag '([\w./+-]{1,100})' not found\.?$/,
      /^error: src refspec (v?\d[\w.+-]{0,60}) does not match any$/,
    )?.[1];
    return git === null || name === undefined ? null : { git, name };
  },
  async repair({ git, name }, _view, ask) {
    const refs = await refsOf(git, ask);
    if (refs === null || refs.tags.includes(name)) return null;
    const digits = (text: string) => text.replaceAll(/\D/g, "");
    const alike = refs.tags.filter(
      (tag) => digits(tag).startsWith(digits(name)) || digits(name).startsWith(digits(tag)),
    );
    const tags = (alike.length > 0 ? alike : refs.tags).slice(-6);
    return advice(
      tags.length === 0
        ? `There is no tag ${name}: this repository has no tags. git tag ${quoteWord(name)} makes one on the current commit.`
        : `There is no tag ${name} here; ${alike.length > 0 ? "close" : "there"} ${tags.length === 1 ? "is" : "are"} ${tags.join(", ")}. git tag ${quoteWord(name)} would make a new one.`,
    );
  },
});

const hardResetOfPath = rule({
  name: "git-hard-reset-of-path",
  title: "git reset --hard with a path",
  sees(view) {
    const git = gitCall(view, "reset");
    const isRefused = firstMatch(view, /^fatal: Cannot do hard reset with paths\.$/) !== null;
    const paths = git === null ? [] : plainOperands(git).flatMap(({ value }) => value ?? []);
    return git === null || !isRefused || paths.length === 0 ? null : { paths };
  },
  repair: ({ paths }) =>
    unproved(
      `git restore --staged --worktree -- ${paths
        .filter((path) => path !== "HEAD")
        .map(quotedPath)
        .join(" ")}`,
      "it throws away the edits of that file",
      "git reset --hard takes no paths: it resets everything. git restore puts single files back to the last commit; their edits are lost.",
    ),
});

const bothRefAndFile = rule({
  name: "git-both-ref-and-file",
  title: "A branch and a file of one name",
  sees(view) {
    const git = gitCall(view);
    const name = firstMatch(
      view,
      new RegExp(`^fatal: ambiguous argument '${PATH}': both revision and filename$`),
    )?.[1];
    const word = git?.operands.find(({ value }) => value === name);
    return git === null || name === undefined || word === undefined ? null : { name, word };
  },
  repair: ({ name, word }, view) =>
    advice(
      `${name} is both a branch or tag and a file. For the branch: ${replaceWord(view, word, `${word.raw} --`)}. For the file: ${replaceWord(view, word, `-- ${word.raw}`)}.`,
    ),
});

const refused = named({
  name: "git-history-refused",
  title: "git does not find what it was asked for",
  isAbout: (view) => gitCall(view) !== null,
  cases: [
    {
      says: /^fatal: You have nothing to amend\.$/,
      tells: () =>
        "There is no commit yet that could be amended. Make the first one: git commit without --amend.",
    },
    {
      says: /^Your configuration specifies to merge with the ref 'refs\/heads\/([\w./+-]{1,100})'$/,
      tells: ([, name]) =>
        `This branch follows ${name} at the remote, and ${name} is not there any more: it was merged and deleted, or renamed. Follow another one (git branch --set-upstream-to=origin/NAME), or none: git branch --unset-upstream.`,
    },
    {
      says: /^error: unable to delete '([\w./+-]{1,100})': remote ref does not exist$/,
      async tells([, name = ""], view, ask) {
        const git = gitCall(view, "push");
        const refs = git === null ? null : await refsOf(git, ask);
        const known = (refs?.remote ?? []).map((one) => one.slice(one.indexOf("/") + 1));
        const meant = known.includes(name) ? null : nearest(name, known);
        return meant === null
          ? `The remote has no branch ${name}: it was deleted there before, or the name is another one. git fetch --prune forgets what is gone; git branch -r lists what there is.`
          : `The remote has no branch ${name}; ${meant} is close.`;
      },
    },
    {
      says: /^Patch format detection failed\.$/,
      tells: (_said, view) => {
        const git = gitCall(view, "am");
        const file = git === null ? null : plainOperands(git)[0]?.value;
        return file == null
          ? null
          : `${file} is not a mail with a patch in it, as git format-patch writes them. If it is a plain diff, apply it with git apply ${quotedPath(file)}.`;
      },
    },
    {
      says: /^outside of your sparse-checkout definition, so will not be$/,
      tells: (_said, view) =>
        `This is a sparse checkout, and the path is outside of it (git sparse-checkout list). Add its directory: git sparse-checkout add DIRECTORY; or say that it is meant: ${view.command} --sparse.`,
    },
    {
      says: /^fatal: Unknown archive format '([\w.-]{1,30})'$/,
      tells: ([, format]) =>
        `git archive knows no format ${format}; it knows tar, tgz, tar.gz and zip.`,
    },
    {
      says: /^fatal: no pattern given$/,
      tells: () => "git grep needs the text to search for: git grep -n 'TEXT'.",
    },
  ],
});

export const gitHistory: readonly Rule[] = [
  deletedPath,
  pathOfCommit,
  unknownTag,
  hardResetOfPath,
  bothRefAndFile,
  refused,
];
