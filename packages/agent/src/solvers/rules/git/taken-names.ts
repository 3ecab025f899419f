/** Branches and tags that exist already, are in use elsewhere, or hold commits of their own. */
import { quoteWord } from "@bazaar/work";
import { removeWord, replaceWord } from "../edit-command.ts";
import { advice, corrected, type Rule, rule } from "../rule.ts";
import { firstMatch } from "../view.ts";
import { askGit, BRANCH, gitCall, linesOf, plainOperands } from "./git-call.ts";

const CREATES = new Set(["-b", "-c", "--create"]);

const branchExists = rule({
  name: "git-branch-exists",
  title: "The branch to create exists",
  sees(view) {
    const said = new RegExp(`^fatal: a branch named '(${BRANCH})' already exists`);
    const name = firstMatch(view, said)?.[1];
    const git = gitCall(view, "checkout", "switch", "branch");
    return name === undefined || git === null ? null : { name, git };
  },
  repair({ name, git }, view) {
    const flag = git.operands.find(({ raw }) => CREATES.has(raw));
    if (flag === undefined || plainOperands(git).length !== 1) {
      return advice(
        `There is a branch ${name} already. Switch to it (git switch ${quoteWord(name)}) or choose another name.`,
      );
    }
    return corrected(
      removeWord(view, flag),
      `The branch ${name} exists; without ${flag.raw} git switches to it.`,
    );
  },
});

const tagExists = rule({
  name: "git-tag-exists",
  title: "The tag to create exists",
  sees(view) {
    const name = firstMatch(view, new RegExp(`^fatal: tag '(${BRANCH})' already exists$`))?.[1];
    const git = gitCall(view, "tag");
    return name === undefined || git === null ? null : { name, git };
  },
  async repair({ name, git }, _view, ask) {
    const tagged = await askGit(git, ask, "log", "-1", "--format=%h %s", name, "--");
    const [first] = linesOf(tagged);
    const next = nextVersion(name);
    const free = next === null ? "choose another name" : `choose another name, such as ${next}`;
    return advice(
      `There is a tag ${name} already${first === undefined ? "" : `, on ${first.slice(0, 80)}`}. If it was published, ${free}; git tag -f moves it, which others who have it do not see.`,
    );
  },
});

/** `v1.2.1` after `v1.2.0`. */
function nextVersion(name: string): string | null {
  const [, start, last] = /^(\D{0,20}(?:\d{1,6}\.){1,4})(\d{1,6})$/.exec(name) ?? [];
  return start === undefined ? null : `${start}${Number(last) + 1}`;
}

const IN_USE = [
  new RegExp(
    `^fatal: '(${BRANCH})' is already (?:checked out|used by worktree) at '([^']{1,250})'`,
  ),
  new RegExp(
    `^(?:fatal|error): [Cc]annot (?:delete|force update the) branch '(${BRANCH})' (?:checked out|used by worktree) at '([^']{1,250})'`,
  ),
];

const branchInUse = rule({
  name: "git-branch-in-use",
  title: "The branch is checked out elsewhere",
  sees(view) {
    const [, name, path] = firstMatch(view, ...IN_USE) ?? [];
    const git = gitCall(view, "checkout", "switch", "worktree", "branch");
    return name === undefined || path === undefined || git === null ? null : { name, path, git };
  },
  repair({ name, path, git }) {
    if (git.verb.value === "branch") {
      return advice(
        `${name} is checked out in ${path}, so it cannot be deleted or moved. Switch to another branch there first.`,
      );
    }
    return advice(
      `${name} is checked out in the worktree ${path}. Work there (cd ${quoteWord(path)}), or start a new branch from it here: git switch -c NAME ${quoteWord(name)}.`,
    );
  },
});

const notMerged = rule({
  name: "git-branch-not-merged",
  title: "The branch to delete has commits of its own",
  sees(view) {
    const said = new RegExp(`^error: [Tt]he branch '(${BRANCH})' is not fully merged`);
    const name = firstMatch(view, said)?.[1];
    const git = gitCall(view, "branch");
    return name === undefined || git === null ? null : { name, git };
  },
  async repair({ name, git }, _view, ask) {
    const own = await askGit(git, ask, "log", "--oneline", "-n", "5", `HEAD..${name}`, "--");
    const commits = linesOf(own).map((line) => line.slice(0, 80));
    if (commits.length === 0) return null;
    return advice(
      `${name} has commits that the current branch does not have: ${commits.join("; ")}. Merge them first; git branch -D would lose them.`,
    );
  },
});

const invalidName = rule({
  name: "git-invalid-branch-name",
  title: "The name of a branch has signs that git does not allow",
  sees(view) {
    const git = gitCall(view, "checkout", "switch", "branch");
    const name = firstMatch(view, /^fatal: '([^'\n]{1,100})' is not a valid branch name/)?.[1];
    const word = git?.operands.find(({ value }) => value === name);
    return name === undefined || word === undefined ? null : { name, word };
  },
  repair({ name, word }, view) {
    const valid = name
      .replaceAll(/[^\p{L}\d/_.-]{1,100}|\.{2,}/gu, "-")
      .replaceAll(/^[-./]{1,100}|(?:[-./]|\.lock){1,100}$/g, "");
    if (valid === "" || valid === name) return null;
    return corrected(
      replaceWord(view, word, quoteWord(valid)),
      `A branch cannot be called ${name}; ${valid} is allowed.`,
    );
  },
});

const nameBelow = rule({
  name: "git-branch-below-branch",
  title: "A branch and a directory of branches have one name",
  sees(view) {
    const [, wanted, taken] =
      firstMatch(
        view,
        new RegExp(
          `cannot lock ref 'refs/heads/(${BRANCH})': 'refs/heads/(${BRANCH})' exists; cannot create`,
        ),
      ) ?? [];
    return wanted === undefined || taken === undefined ? null : { wanted, taken };
  },
  repair: ({ wanted, taken }) =>
    advice(
      `There is a branch ${taken}, so there can be none called ${wanted}: git keeps the part before a slash as a directory. Choose another name, or rename ${taken} first.`,
    ),
});

export const takenNames: readonly Rule[] = [
  invalidName,
  nameBelow,
  branchExists,
  tagExists,
  branchInUse,
  notMerged,
];
