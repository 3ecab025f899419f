import type { Fixture } from "../test/fixture.ts";
import { ONE_COMMIT } from "../test/git-setup.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "git-branch-exists",
    when: "yesterday's branch is continued",
    setup: `${ONE_COMMIT} && git branch feature`,
    command: "git checkout -b feature",
    shows: "a branch named 'feature' already exists",
    needs: ["git"],
  },
  {
    rule: "git-branch-exists",
    when: "it is only to be made",
    setup: `${ONE_COMMIT} && git branch feature`,
    command: "git branch feature",
    shows: "a branch named 'feature' already exists",
    hints: "git switch feature",
    needs: ["git"],
  },
  {
    rule: "git-tag-exists",
    when: "a version is released twice",
    setup: `${ONE_COMMIT} && git tag v1.2.0 && git commit -q --allow-empty -m two`,
    command: "git tag v1.2.0",
    shows: "tag 'v1.2.0' already exists",
    hints: "such as v1.2.1",
    needs: ["git"],
  },
  {
    rule: "git-branch-in-use",
    when: "a worktree has it",
    setup: `${ONE_COMMIT} && git branch release && git worktree add -q trees/release release`,
    command: "git checkout release",
    shows: "trees/release",
    hints: "git switch -c NAME release",
    needs: ["git"],
  },
  {
    rule: "git-branch-not-merged",
    when: "its work is nowhere else",
    setup: `${ONE_COMMIT} && git checkout -q -b topic && echo a > a.txt && git add a.txt && git commit -q -m 'half done' && git checkout -q main`,
    command: "git branch -d topic",
    shows: "is not fully merged",
    hints: "half done",
    needs: ["git"],
  },
];
