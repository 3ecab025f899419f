import type { Fixture } from "../test/fixture.ts";
import { COMMITTED } from "../test/git-setup.ts";

const FILES = { "a.txt": "a\n" };
const BRANCHED = `${COMMITTED} && git checkout -q -b feature && echo f > a.txt && git commit -q -a -m f
git checkout -q main && echo m > a.txt && git commit -q -a -m m`;
const CONFLICT = `${BRANCHED} && ! git merge -q feature >/dev/null`;

export const fixtures: readonly Fixture[] = [
  {
    rule: "git-unmerged-files",
    when: "the resolved file was not added",
    files: FILES,
    setup: `${CONFLICT} && echo both > a.txt`,
    command: "git commit -m merged",
    shows: "you have unmerged files",
    needs: ["git"],
  },
  {
    rule: "git-unmerged-files",
    when: "the marks are still in the file",
    files: FILES,
    setup: CONFLICT,
    command: "git commit -m merged",
    shows: "you have unmerged files",
    hints: "a.txt line 1",
    needs: ["git"],
  },
  {
    rule: "git-unmerged-files",
    when: "another branch is wanted meanwhile",
    files: FILES,
    setup: CONFLICT,
    command: "git checkout feature",
    shows: "you need to resolve your current index first",
    hints: "a.txt line 1",
    needs: ["git"],
  },
  {
    rule: "git-unfinished-merge",
    when: "the merge was never committed",
    files: FILES,
    setup: `${CONFLICT} && echo both > a.txt && git add a.txt`,
    command: "git merge feature",
    shows: "You have not concluded your merge",
    needs: ["git"],
  },
  {
    rule: "git-new-conflict",
    when: "both sides edited a line",
    files: FILES,
    setup: BRANCHED,
    command: "git rebase feature",
    shows: "Merge conflict in a.txt",
    hints: "git rebase --continue",
    needs: ["git"],
  },
  {
    rule: "git-revert-merge",
    when: "a merged branch is taken back",
    files: FILES,
    setup: `${COMMITTED} && git checkout -q -b beta && echo f > a.txt && git commit -q -a -m f && git checkout -q main && git merge -q --no-ff -m merge beta`,
    command: "git revert --no-edit HEAD",
    shows: "is a merge but no -m option was given",
    needs: ["git"],
  },
  {
    rule: "git-in-progress",
    when: "a rebase was left",
    files: FILES,
    setup: `${BRANCHED} && ! git rebase -q feature 2> /dev/null > /dev/null && git checkout -q -f`,
    command: "git rebase feature",
    shows: "already a rebase-merge directory",
    hints: "git rebase --abort",
    needs: ["git"],
  },
  {
    rule: "git-in-progress",
    when: "a commit is picked twice",
    files: FILES,
    setup: COMMITTED,
    command: "git cherry-pick HEAD",
    shows: "is now empty",
    hints: "git cherry-pick --skip",
    needs: ["git"],
  },
];
